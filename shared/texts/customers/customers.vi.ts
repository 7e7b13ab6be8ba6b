export const customersVi = {
  stopped:
    '{shop} sẽ không gửi tin khuyến mãi và chăm sóc cho anh/chị nữa. Khi nào muốn nhận lại ở đây (nhiều nhất 1 tin khuyến mãi mỗi ngày, 4 tin trong 30 ngày), anh/chị nhắn LẠI. Đổi ý lúc nào cũng được: nhắn TC.',
  stoppedAll:
    '{shop} sẽ không tự gửi tin nào cho anh/chị nữa, kể cả tin về đơn hàng; anh/chị hỏi thì shop vẫn trả lời. Khi nào muốn nhận lại, anh/chị nhắn LẠI.',
  howToStop: 'Nếu không muốn nhận tin khuyến mãi của {shop} nữa, anh/chị chỉ cần nhắn TC ạ.',
  resumed: 'Anh/chị lại nhận tin của {shop} ở đây. Muốn dừng, anh/chị nhắn TC bất cứ lúc nào.',
  stillRestricted:
    'Dạ, {shop} đã ghi lại. Trước đây anh/chị đã yêu cầu tạm ngừng dùng dữ liệu của mình, nên shop vẫn chưa gửi tin. Muốn bỏ yêu cầu đó, anh/chị nói với nhân viên của shop giúp nhé.',
  ask: '{shop} xin phép hỏi: anh/chị có đồng ý với điều này không?\n\n“{words}”\n\nAnh/chị bấm nút bên dưới, hoặc nhắn ĐỒNG Ý hay KHÔNG. Anh/chị không trả lời thì shop sẽ không gửi.',
  askByNumber:
    '{shop} xin phép hỏi: anh/chị có đồng ý với điều này không?\n\n“{words}”\n\n1. Đồng ý\n2. Không\n\nAnh/chị nhắn số, hoặc nhắn ĐỒNG Ý hay KHÔNG. Anh/chị không trả lời thì shop sẽ không gửi.',
  eraseAsked:
    'Dạ, {shop} đã ghi nhận yêu cầu xoá dữ liệu của anh/chị. Nhân viên sẽ trả lời chậm nhất ngày {answer}, xác nhận đúng là anh/chị rồi mới xoá, và làm xong chậm nhất ngày {due}.',
  accessAsked:
    'Dạ, {shop} đã ghi nhận yêu cầu xem dữ liệu của anh/chị. Nhân viên sẽ trả lời chậm nhất ngày {answer}, xác nhận đúng là anh/chị rồi mới gửi, và làm xong chậm nhất ngày {due}.',
  eraseAgain:
    'Dạ, yêu cầu xoá dữ liệu của anh/chị đã được {shop} ghi nhận ngày {came} và đang được xử lý, sẽ hoàn tất chậm nhất vào ngày {due} ạ.',
  accessAgain:
    'Dạ, yêu cầu xem dữ liệu của anh/chị đã được {shop} ghi nhận ngày {came} và đang được xử lý, sẽ hoàn tất chậm nhất vào ngày {due} ạ.',
  againLate:
    'Dạ, yêu cầu của anh/chị đã được {shop} ghi nhận ngày {came}, lẽ ra phải hoàn tất trước ngày {due}. Shop thành thật xin lỗi anh/chị vì sự chậm trễ này, nhân viên sẽ phản hồi anh/chị trong thời gian sớm nhất ạ.',
  fileGone: 'Tệp đã hết hạn lưu.',
  nameless: 'Khách chưa rõ tên',
  noted: 'Dạ, shop đã ghi nhận. Cảm ơn anh/chị ạ.',
  yes: 'Đồng ý',
  no: 'Không',
  agreed: 'Cảm ơn anh/chị, {shop} đã ghi lại. Khi nào không muốn nhận nữa, anh/chị nhắn TC.',
  subscribe: 'Bấm nút để nhận tin của {shop} qua Messenger',
  declined: 'Dạ, {shop} sẽ không gửi tin khuyến mãi cho anh/chị. Anh/chị hỏi gì shop vẫn trả lời như thường.',
}
