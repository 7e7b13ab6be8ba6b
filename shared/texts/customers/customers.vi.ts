export const customersVi = {
  stopped:
    '{shop} sẽ không gửi tin khuyến mãi và chăm sóc cho bạn nữa. Khi nào muốn nhận lại ở đây (nhiều nhất 1 tin khuyến mãi mỗi ngày, 4 tin trong 30 ngày), bạn nhắn LẠI. Đổi ý lúc nào cũng được: nhắn TC.',
  stoppedAll:
    '{shop} sẽ không tự gửi tin nào cho bạn nữa, kể cả tin về đơn hàng; bạn hỏi thì shop vẫn trả lời. Khi nào muốn nhận lại, bạn nhắn LẠI.',
  resumed: 'Bạn lại nhận tin của {shop} ở đây. Muốn dừng, bạn nhắn TC bất cứ lúc nào.',
  ask: '{shop} xin phép hỏi: bạn có đồng ý với điều này không?\n\n“{words}”\n\nBạn bấm nút bên dưới, hoặc nhắn ĐỒNG Ý hay KHÔNG. Bạn không trả lời thì shop sẽ không gửi.',
  askByNumber:
    '{shop} xin phép hỏi: bạn có đồng ý với điều này không?\n\n“{words}”\n\n1. Đồng ý\n2. Không\n\nBạn nhắn số, hoặc nhắn ĐỒNG Ý hay KHÔNG. Bạn không trả lời thì shop sẽ không gửi.',
  eraseAsked:
    'Dạ, {shop} đã ghi nhận yêu cầu xoá dữ liệu của bạn. Nhân viên sẽ trả lời chậm nhất ngày {answer}, xác nhận đúng là bạn rồi mới xoá, và làm xong chậm nhất ngày {due}.',
  accessAsked:
    'Dạ, {shop} đã ghi nhận yêu cầu xem dữ liệu của bạn. Nhân viên sẽ trả lời chậm nhất ngày {answer}, xác nhận đúng là bạn rồi mới gửi, và làm xong chậm nhất ngày {due}.',
  eraseAgain:
    'Dạ, yêu cầu xoá dữ liệu của bạn đã được {shop} ghi nhận ngày {came} và đang được xử lý, sẽ hoàn tất chậm nhất vào ngày {due} ạ.',
  accessAgain:
    'Dạ, yêu cầu xem dữ liệu của bạn đã được {shop} ghi nhận ngày {came} và đang được xử lý, sẽ hoàn tất chậm nhất vào ngày {due} ạ.',
  againLate:
    'Dạ, yêu cầu của bạn đã được {shop} ghi nhận ngày {came}, lẽ ra phải hoàn tất trước ngày {due}. Shop thành thật xin lỗi bạn vì sự chậm trễ này, nhân viên sẽ phản hồi bạn trong thời gian sớm nhất ạ.',
  fileGone: 'Tệp đã hết hạn lưu.',
  nameless: 'Khách chưa rõ tên',
  noted: 'Dạ, shop đã ghi nhận. Cảm ơn bạn ạ.',
  yes: 'Đồng ý',
  no: 'Không',
  agreed: 'Cảm ơn bạn, {shop} đã ghi lại. Khi nào không muốn nhận nữa, bạn nhắn TC.',
  subscribe: 'Bấm nút để nhận tin của {shop} qua Messenger',
  declined: 'Dạ, {shop} sẽ không gửi tin khuyến mãi cho bạn. Bạn hỏi gì shop vẫn trả lời như thường.',
}
