/** First questions as customers type them; `{name}` is the shop's own name of a thing. Owner: answering. */
export const examWords = {
  vi: {
    price: ['{name} giá bao nhiêu ạ?', '{name} bn shop', 'cho mình hỏi {name} nhiêu tiền', '{name} giá sao ạ'],
    list: 'cho coi bảng giá',
    listOf: 'bên mình có những loại {name} nào',
    hours: 'shop mở cửa mấy giờ vậy',
    place: 'shop ở đâu ạ',
    phone: 'cho mình xin số điện thoại',
    other: ['{name} thế nào ạ?', 'cho hỏi về {name}'],
    have: 'shop có {name} không ạ',
  },
  en: {
    price: ['How much is {name}?', '{name} price?', 'what does {name} cost', 'price of {name} please'],
    list: 'Can I see the price list?',
    listOf: 'What kinds of {name} do you have?',
    hours: 'What time do you open?',
    place: 'Where are you?',
    phone: 'Could I have your phone number?',
    other: ['What about {name}?', 'Can you tell me about {name}?'],
    have: 'Do you have {name}?',
  },
  /** Near to what a shop of that trade has; the first one unknown to the documents is asked for. */
  absent: {
    vi: {
      spa: ['triệt lông', 'phun môi', 'nối mi', 'tắm trắng', 'xông đá muối'],
      fashion: ['áo mưa', 'đồ bơi', 'khăn choàng', 'mũ len', 'thắt lưng'],
      food: ['sữa chua', 'bánh flan', 'nước ép', 'kem dừa', 'trà đào'],
      stay: ['hồ bơi', 'xe đạp thuê', 'phòng karaoke', 'bãi cắm trại', 'xông hơi'],
      class: ['lớp tiếng Nhật', 'lớp bơi', 'lớp vẽ', 'lớp đàn'],
      craft: ['khăn thêu', 'đèn gốm', 'vòng đá', 'túi cói'],
      other: ['thẻ quà tặng', 'hộp quà', 'túi vải', 'voucher sinh nhật'],
    },
    en: {
      spa: ['lip tattoos', 'eyelash extensions', 'laser hair removal', 'a sauna'],
      fashion: ['raincoats', 'swimwear', 'scarves', 'belts'],
      food: ['yoghurt', 'pudding', 'smoothies', 'ice cream'],
      stay: ['a swimming pool', 'bicycles to rent', 'karaoke rooms', 'a sauna'],
      class: ['Japanese lessons', 'swimming lessons', 'drawing lessons'],
      craft: ['embroidered scarves', 'stone bracelets', 'straw bags'],
      other: ['gift cards', 'gift boxes', 'birthday vouchers'],
    },
  },
} as const

export const starterWords = {
  vi: { price: '{name} giá bao nhiêu?', time: 'Tiệm mở cửa mấy giờ?', place: 'Tiệm ở đâu?' },
  en: { price: 'How much is {name}?', time: 'What are your opening hours?', place: 'Where are you?' },
} as const
