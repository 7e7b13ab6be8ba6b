/** What the bot says by itself. Everything else it says is quoted from the shop's documents. */
export const botVi = {
  greeting: 'Dạ em chào mình ạ! Em là {name}. Mình cần em hỗ trợ thông tin gì ạ?',
  introduction: 'Em là {name}, trợ lý tự động của shop ạ.',
  greetingIntroducing: 'Dạ em chào mình ạ! Em là {name}, trợ lý tự động của shop. Mình cần em hỗ trợ thông tin gì ạ?',
  thanks: 'Dạ không có gì ạ. Mình cần thêm thông tin gì cứ nhắn em nhé!',
  chatter: 'Dạ vâng ạ. Mình cần hỏi gì thêm cứ nhắn em nhé!',
  aboutBot:
    'Dạ em là {name}, trợ lý tự động của shop ạ. Em trả lời theo tài liệu của shop; cần gặp nhân viên, mình cứ nhắn “gặp nhân viên” nhé!',
  abstain:
    'Dạ, thông tin này em chưa biết ạ. Em đã nhờ nhân viên của shop trả lời mình sớm nhé. Mình cần gặp nhân viên ngay thì nhắn “gặp nhân viên” giúp em ạ.',
  partUnknown: 'Còn câu “{question}” thì em chưa biết ạ, em đã nhờ nhân viên trả lời mình thêm nhé.',
  partUnknownAlone: 'Còn câu “{question}” thì em chưa biết ạ.',
  handoff: 'Dạ em chuyển cuộc trò chuyện cho nhân viên của shop ngay ạ. Mình chờ một chút nhé!',
  handoffSorry:
    'Dạ em thành thật xin lỗi mình về sự bất tiện này ạ. Em chuyển ngay cho nhân viên của shop để hỗ trợ mình, mình chờ một chút nhé!',
  contact: 'Dạ em cảm ơn mình, shop đã nhận được thông tin ạ. Nhân viên sẽ liên hệ với mình sớm nhé!',
  refuse: 'Dạ, yêu cầu này em không thực hiện được ạ. Em chỉ hỗ trợ thông tin về sản phẩm và dịch vụ của shop thôi ạ.',
  clarify: 'Dạ, mình muốn hỏi về loại nào ạ: {options}?',
  clarifyNumbered: 'Dạ, mình muốn hỏi về loại nào ạ? Mình nhắn số giúp em nhé:\n{options}',
  wordless:
    'Dạ em nhận được rồi ạ. Nội dung này em chưa tự xem được, em đã nhờ nhân viên shop xem và trả lời mình sớm nhé!',
  or: 'hay',
  one: 'Dạ, {quote}',
  oneEnd: ' ạ.',
  listMore: 'Còn {count} món nữa, mình cần em gửi thêm không ạ?',
  several: 'Dạ, em gửi mình thông tin ạ:',
  severalOf: 'Dạ, em gửi mình thông tin về “{heading}” ạ:',
  otherLanguage: 'Dạ, thông tin trong tài liệu của shop (tiếng Anh):',
  inOtherWords: 'Tạm dịch:',
  abstainAlone: 'Dạ, thông tin này em chưa biết ạ. Mình cần gặp nhân viên thì nhắn “gặp nhân viên” giúp em nhé.',
  offLimits: 'Dạ, nội dung này em không tư vấn được ạ. Mình cần hỏi gì khác cứ nhắn em nhé!',
  offLimitsHandoff: 'Dạ, nội dung này để nhân viên của shop tư vấn cho mình ạ. Mình chờ một chút nhé!',
  patience: 'Dạ em đã nhận được tin của mình ạ. Shop đang kiểm tra và sẽ trả lời mình trong ít phút nữa nhé!',
  away: 'Dạ shop đang ngoài giờ làm việc ạ. Em đã ghi lại tin của mình, nhân viên sẽ trả lời mình {when} nhé.',
  closedNow: 'Shop đang ngoài giờ làm việc, nhân viên sẽ trả lời mình {when} ạ.',
  whenToday: 'từ {time} hôm nay',
  whenTomorrow: 'từ {time} ngày mai',
  whenDay: 'từ {time} {day}',
  whenOpen: 'khi shop mở cửa lại',
  days: 'thứ Hai, thứ Ba, thứ Tư, thứ Năm, thứ Sáu, thứ Bảy, Chủ nhật',
}

/** The same, spoken as a house that says "quý khách". What is missing is said as above. */
export const botViFormal: Partial<Record<keyof typeof botVi, string>> = {
  patience: 'Cửa hàng đã nhận được tin nhắn của quý khách và sẽ phản hồi trong ít phút nữa.',
  greeting: 'Kính chào quý khách. Tôi là {name}. Quý khách cần hỗ trợ thông tin gì ạ?',
  introduction: 'Tôi là {name}, trợ lý tự động của cửa hàng.',
  greetingIntroducing:
    'Kính chào quý khách. Tôi là {name}, trợ lý tự động của cửa hàng. Quý khách cần hỗ trợ thông tin gì ạ?',
  thanks: 'Rất hân hạnh được hỗ trợ quý khách. Quý khách cần thêm thông tin xin cứ nhắn.',
  chatter: 'Vâng ạ. Quý khách cần hỏi thêm xin cứ nhắn.',
  aboutBot:
    'Tôi là {name}, trợ lý tự động của cửa hàng. Tôi trả lời theo tài liệu của cửa hàng; quý khách cần gặp nhân viên xin nhắn “gặp nhân viên”.',
  abstain:
    'Rất tiếc, thông tin này tôi chưa có. Nhân viên sẽ trả lời quý khách trong thời gian sớm nhất. Quý khách cần gặp nhân viên ngay xin nhắn “gặp nhân viên”.',
  abstainAlone: 'Rất tiếc, thông tin này tôi chưa có. Quý khách cần gặp nhân viên xin nhắn “gặp nhân viên”.',
  partUnknown: 'Về câu “{question}”, tôi chưa có thông tin; nhân viên sẽ trả lời thêm cho quý khách.',
  partUnknownAlone: 'Về câu “{question}”, tôi chưa có thông tin.',
  handoff: 'Tôi xin chuyển cuộc trò chuyện cho nhân viên. Quý khách vui lòng chờ trong giây lát.',
  handoffSorry:
    'Chúng tôi thành thật xin lỗi quý khách về sự bất tiện này. Tôi xin chuyển ngay cho nhân viên, quý khách vui lòng chờ trong giây lát.',
  contact: 'Cảm ơn quý khách, cửa hàng đã nhận được thông tin. Nhân viên sẽ liên hệ với quý khách sớm.',
  refuse:
    'Rất tiếc, tôi không thể thực hiện yêu cầu này. Tôi chỉ hỗ trợ thông tin về sản phẩm và dịch vụ của cửa hàng.',
  clarify: 'Quý khách muốn hỏi về loại nào ạ: {options}?',
  clarifyNumbered: 'Quý khách muốn hỏi về loại nào ạ? Xin nhắn số tương ứng:\n{options}',
  wordless:
    'Tôi đã nhận được nội dung quý khách gửi nhưng chưa tự xem được. Nhân viên cửa hàng sẽ xem và trả lời quý khách sớm.',
  one: 'Kính gửi quý khách: {quote}',
  oneEnd: '.',
  several: 'Kính gửi quý khách thông tin:',
  severalOf: 'Kính gửi quý khách thông tin về “{heading}”:',
  otherLanguage: 'Thông tin trong tài liệu của cửa hàng (tiếng Anh):',
  offLimits: 'Rất tiếc, tôi không tư vấn được nội dung này. Quý khách cần hỏi gì khác xin cứ nhắn.',
  offLimitsHandoff: 'Nội dung này xin để nhân viên tư vấn cho quý khách. Quý khách vui lòng chờ trong giây lát.',
  away: 'Cửa hàng đang ngoài giờ làm việc. Chúng tôi đã ghi nhận tin nhắn, nhân viên sẽ trả lời quý khách {when}.',
  closedNow: 'Cửa hàng đang ngoài giờ làm việc, nhân viên sẽ trả lời quý khách {when}.',
  whenOpen: 'khi cửa hàng mở cửa lại',
}

/** The same in few words. */
export const botViBrief: Partial<Record<keyof typeof botVi, string>> = {
  greeting: '{name} xin chào ạ! Mình cần hỏi gì ạ?',
  introduction: 'Em là {name}, trợ lý tự động của shop ạ.',
  greetingIntroducing: 'Em là {name}, trợ lý tự động của shop, chào mình ạ! Mình cần hỏi gì ạ?',
  thanks: 'Không có gì ạ!',
  chatter: 'Vâng ạ!',
  abstain: 'Em chưa biết ạ, nhân viên sẽ trả lời mình sớm.',
  abstainAlone: 'Em chưa biết ạ. Cần gặp nhân viên, mình nhắn “gặp nhân viên”.',
  partUnknown: '“{question}”: em chưa biết ạ, nhân viên sẽ trả lời.',
  partUnknownAlone: '“{question}”: em chưa biết ạ.',
  handoff: 'Em chuyển cho nhân viên ngay ạ.',
  contact: 'Shop đã nhận thông tin, cảm ơn mình ạ.',
  refuse: 'Yêu cầu này em không làm được ạ.',
  clarify: 'Loại nào ạ: {options}?',
  clarifyNumbered: 'Loại nào ạ? Mình nhắn số nhé:\n{options}',
  wordless: 'Em nhận được rồi ạ. Nhân viên sẽ xem và trả lời mình sớm.',
  one: '{quote}',
  several: 'Thông tin đây ạ:',
  severalOf: '{heading}:',
  otherLanguage: 'Theo tài liệu (tiếng Anh):',
  offLimits: 'Nội dung này em không tư vấn được ạ.',
  offLimitsHandoff: 'Nội dung này để nhân viên tư vấn mình ạ.',
  away: 'Shop đang ngoài giờ, nhân viên sẽ trả lời {when} ạ.',
  closedNow: 'Shop đang ngoài giờ, nhân viên trả lời {when} ạ.',
}
