/** What the bot says by itself. Everything else it says is quoted from the shop's documents. */
export const botVi = {
  greeting: 'Dạ em chào mình ạ! Mình cần em hỗ trợ thông tin gì ạ?',
  thanks: 'Dạ không có gì ạ. Mình cần thêm thông tin gì cứ nhắn em nhé!',
  chatter: 'Dạ vâng ạ. Mình cần hỏi gì thêm cứ nhắn em nhé!',
  aboutBot:
    'Dạ em là trợ lý tự động của shop ạ. Em trả lời theo tài liệu của shop; cần gặp nhân viên, mình cứ nhắn “gặp nhân viên” nhé!',
  abstain:
    'Dạ, thông tin này em chưa biết ạ. Em đã nhờ nhân viên của shop trả lời mình sớm nhé. Mình cần gặp nhân viên ngay thì nhắn “gặp nhân viên” giúp em ạ.',
  partUnknown: 'Còn câu “{question}” thì em chưa biết ạ, em đã nhờ nhân viên trả lời mình thêm nhé.',
  handoff: 'Dạ em chuyển cuộc trò chuyện cho nhân viên của shop ngay ạ. Mình chờ một chút nhé!',
  handoffSorry:
    'Dạ em thành thật xin lỗi mình về sự bất tiện này ạ. Em chuyển ngay cho nhân viên của shop để hỗ trợ mình, mình chờ một chút nhé!',
  contact: 'Dạ em cảm ơn mình, shop đã nhận được thông tin ạ. Nhân viên sẽ liên hệ với mình sớm nhé!',
  refuse: 'Dạ, yêu cầu này em không thực hiện được ạ. Em chỉ hỗ trợ thông tin về sản phẩm và dịch vụ của shop thôi ạ.',
  clarify: 'Dạ, mình muốn hỏi về loại nào ạ: {options}?',
  or: 'hay',
  one: 'Dạ, {quote}',
  oneEnd: ' ạ.',
  several: 'Dạ, em gửi mình thông tin ạ:',
  severalOf: 'Dạ, em gửi mình thông tin về “{heading}” ạ:',
  otherLanguage: 'Dạ, thông tin trong tài liệu của shop (tiếng Anh):',
}
