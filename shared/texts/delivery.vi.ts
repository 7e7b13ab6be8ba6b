/** What became of a reply, and how long the platform takes one. Vietnamese is the reference; delivery.en.ts has the same keys. */
export const deliveryVi = {
  messenger: 'Messenger',
  zalo: 'Zalo',
  // what became of it
  queued: 'đang chờ gửi…',
  checking: 'Đang kiểm tra xem tin đã tới khách chưa',
  unsure: 'Chưa chắc tin đã tới khách',
  unsureText: 'Nền tảng không trả lời khi nhận tin này. Nếu gửi lại, khách có thể thấy tin hai lần.',
  mayRepeat: 'khách có thể thấy tin này hai lần',
  failed: 'Chưa gửi được: {why}',
  held: 'Đang giữ lại: {why}',
  resend: 'Gửi lại',
  sendAnyway: 'Vẫn gửi tin này',
  sendPaid: 'Gửi có phí…',
  // what was said
  unsent: 'Khách đã thu hồi tin này',
  reacted: 'Khách bày tỏ cảm xúc {emoji}',
  inApp: '{name}, trả lời trong ứng dụng {platform}',
  person: 'Nhân viên',
  quoteOfCustomer: 'Trả lời tin của khách',
  quoteOfBot: 'Trả lời tin của bot',
  quoteOfTeam: 'Trả lời tin của đội ngũ',
  quoteLost: 'Tin được trả lời không còn ở đây',
  quoteFile: 'Tệp đính kèm',
  // why the bot is silent
  standby:
    'Một ứng dụng khác của trang đang trả lời khách. Bot im lặng cho tới khi trang chuyển cuộc trò chuyện về đây.',
  echo: 'Có người vừa trả lời trong ứng dụng {platform}, nên bot tạm dừng đến {time}.',
  // time left
  minutes: '{count} phút',
  hours: '{count} giờ',
  days: '{count} ngày',
  leftFree: '{platform}: còn {left} để nhắn miễn phí; sau đó tới {time} tin có thể bị tính phí',
  leftThenAgent: '{platform}: còn {left}; sau đó nhân viên vẫn trả lời được tới {time}',
  left: '{platform}: còn {left} để trả lời; sau đó phải chờ khách nhắn lại',
  agent: 'Đã quá 24 giờ: bot không trả lời được nữa, nhân viên còn nhắn được tới {time}',
  paid: 'Đã quá 48 giờ: {platform} có thể tính phí tin này. Còn gửi được tới {time}.',
  over: '{platform} không nhận tin trả lời nữa từ {time}. Khi khách nhắn lại, bạn trả lời được ngay.',
  never: 'Khách chưa nhắn gì, nên {platform} chưa cho gửi tin. Khi khách nhắn, bạn trả lời được ngay.',
  blocked: 'Chưa gửi được lúc này',
  costTitle: '{platform} có thể tính phí tin này',
  costText:
    'Khách đã im lặng quá 48 giờ, nên tin này không còn miễn phí. Phí do {platform} thu theo bảng giá của họ, không qua Sen.',
  costYes: 'Đồng ý, gửi',
  costNo: 'Không gửi',
}
