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
  /** Things hardly any shop has; the first one unknown to the documents is asked for. */
  absent: {
    vi: ['vé máy bay', 'xe đạp điện', 'máy giặt', 'đàn piano', 'cá koi'],
    en: ['flight tickets', 'electric bikes', 'washing machines', 'pianos', 'koi fish'],
  },
} as const

export const starterWords = {
  vi: { price: '{name} giá bao nhiêu?', time: 'Tiệm mở cửa mấy giờ?', place: 'Tiệm ở đâu?' },
  en: { price: 'How much is {name}?', time: 'What are your opening hours?', place: 'Where are you?' },
} as const
