/** What customers are told of the messages that they get. customers.en.ts has the same keys. */
export const customersVi = {
  stopped:
    '{shop} sẽ không gửi tin khuyến mãi và chăm sóc cho bạn nữa. Khi nào muốn nhận lại ở đây (nhiều nhất 1 tin khuyến mãi mỗi ngày, 4 tin trong 30 ngày), bạn nhắn LẠI. Đổi ý lúc nào cũng được: nhắn TC.',
  stoppedAll:
    '{shop} sẽ không tự gửi tin nào cho bạn nữa, kể cả tin về đơn hàng; bạn hỏi thì shop vẫn trả lời. Khi nào muốn nhận lại, bạn nhắn LẠI.',
  resumed: 'Bạn lại nhận tin của {shop} ở đây. Muốn dừng, bạn nhắn TC bất cứ lúc nào.',
}
