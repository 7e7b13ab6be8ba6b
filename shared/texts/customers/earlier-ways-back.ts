/**
 * What confirmed a refusal before such messages carried `wayBackOf(…)`: customers still answer it. Nothing is added when a text changes.
 */
export const earlierWaysBack = {
  stopped: [
    '{shop} sẽ không gửi tin khuyến mãi và chăm sóc cho bạn nữa. Khi nào muốn nhận lại ở đây (nhiều nhất 1 tin khuyến mãi mỗi ngày, 4 tin trong 30 ngày), bạn nhắn LẠI. Đổi ý lúc nào cũng được: nhắn TC.',
    '{shop} sẽ không gửi tin khuyến mãi và chăm sóc cho anh/chị nữa. Khi nào muốn nhận lại ở đây (nhiều nhất 1 tin khuyến mãi mỗi ngày, 4 tin trong 30 ngày), anh/chị nhắn LẠI. Đổi ý lúc nào cũng được: nhắn TC.',
    '{shop} will no longer send you promotions or follow-ups. To get them here again (at most one promotion a day and four in 30 days), write START. You can stop at any time: write STOP.',
  ],
  stoppedAll: [
    '{shop} sẽ không tự gửi tin nào cho bạn nữa, kể cả tin về đơn hàng; bạn hỏi thì shop vẫn trả lời. Khi nào muốn nhận lại, bạn nhắn LẠI.',
    '{shop} sẽ không tự gửi tin nào cho anh/chị nữa, kể cả tin về đơn hàng; anh/chị hỏi thì shop vẫn trả lời. Khi nào muốn nhận lại, anh/chị nhắn LẠI.',
    '{shop} will no longer message you on its own, not even about orders; your questions are still answered. To get messages again, write START.',
  ],
} as const
