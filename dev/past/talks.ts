// Every person and number is made up.

export type Source = 'website' | 'facebook' | 'zalo'

/** A new action also needs an entry in `member-actions.ts`. */
export type MemberAction =
  | { do: 'reply'; text: string; afterMinutes: number }
  | { do: 'tag'; tag: string }
  | { do: 'note'; text: string }
  | { do: 'assign'; to: Colleague }
  | { do: 'close' }
  | { do: 'snooze'; hours: number }
  | { do: 'praise' }
  | { do: 'pause' }

export type Colleague = 'owner' | 'tu' | 'ngoc'

export type Talk = {
  locale: 'vi' | 'en'
  lines: string[]
  actions?: MemberAction[]
  weight?: number
}

export const cannedReplies = [
  {
    title: 'Chào khách',
    shortcut: 'chao',
    text: 'Dạ {{member_name}} bên {{shop_name}} chào {{customer_name}} ạ, em giúp gì được cho mình ạ?',
  },
  {
    title: 'Xin địa chỉ',
    shortcut: 'diachi',
    text: 'Mình cho em xin tên, số điện thoại và địa chỉ để em lên đơn nhé.',
  },
  {
    title: 'Đã gửi hàng',
    shortcut: 'dagui',
    text: 'Dạ đơn của mình đã gửi hôm nay, mã vận đơn em nhắn ngay bên dưới ạ.',
  },
] as const

const consult = { do: 'tag', tag: 'Tư vấn' } as const
const quote = { do: 'tag', tag: 'Báo giá' } as const
const support = { do: 'tag', tag: 'Hỗ trợ' } as const
const fresh = { do: 'tag', tag: 'Khách mới' } as const
const close = { do: 'close' } as const
const praise = { do: 'praise' } as const

export const talks: Talk[] = [
  { locale: 'vi', weight: 4, lines: ['ship bn v shop', 'mình ở Hải Phòng ạ'], actions: [close] },
  { locale: 'vi', weight: 3, lines: ['Chào shop', 'Ly cà phê có quai giá bao nhiêu vậy ạ?'], actions: [praise, close] },
  { locale: 'vi', weight: 3, lines: ['shop mo cua may gio', 'thu 2 co mo khong'], actions: [close] },
  {
    locale: 'vi',
    weight: 3,
    lines: ['Bộ ấm trà 4 ly bao nhiêu tiền shop ơi', 'Mua 2 bộ có được freeship không ạ'],
    actions: [quote, close],
  },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Bát có dùng được trong lò vi sóng không ạ?', 'cảm ơn shop nhiều nha, tư vấn nhiệt tình quá'],
    actions: [praise, close],
  },
  { locale: 'vi', weight: 2, lines: ['Có COD không shop', 'ok cảm ơn'], actions: [close] },
  { locale: 'vi', weight: 2, lines: ['cho mình xin địa chỉ tiệm', 'cảm ơn shop nha'], actions: [close] },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Đổi trả thế nào vậy shop?', 'Hàng giảm giá có đổi được không?'],
    actions: [support, close],
  },
  { locale: 'vi', weight: 2, lines: ['bình hoa 40cm giá s ạ'], actions: [fresh] },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Lớp làm gốm cuối tuần học phí nhiêu ạ', 'Bé nhà mình 7 tuổi học được không?'],
    actions: [consult],
  },
  { locale: 'vi', lines: ['khắc tên lên ly được không shop', 'bao lâu thì xong ạ'], actions: [consult, close] },
  { locale: 'en', weight: 2, lines: ['Hi, how much is the tea set?', 'Do you ship to Da Nang?'], actions: [close] },
  { locale: 'en', lines: ['Is the ash glaze bowl dishwasher safe?', 'Great, thanks!'], actions: [praise, close] },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Quán mình muốn đặt 80 cái ly cà phê, giảm được bao nhiêu ạ?', 'SĐT mình 0903 123 456, shop gọi giúp nhé'],
    actions: [
      quote,
      { do: 'assign', to: 'tu' },
      {
        do: 'reply',
        afterMinutes: 6,
        text: 'Dạ em Tú bên tiệm đây ạ, em vừa gọi và gửi báo giá sỉ qua tin nhắn cho mình rồi nhé.',
      },
      { do: 'note', text: 'Đã báo giá sỉ 80 ly, giảm 15%. Khách hẹn trả lời đầu tuần.' },
    ],
  },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Hàng mình nhận bị vỡ 1 cái bát rồi shop ơi', 'Cho mình gặp nhân viên với'],
    actions: [
      support,
      { do: 'assign', to: 'ngoc' },
      {
        do: 'reply',
        afterMinutes: 11,
        text: 'Dạ em Ngọc đây ạ. Chị gửi giúp em video lúc mở hộp, em gửi lại bát mới cho chị ngay hôm nay nhé.',
      },
      { do: 'note', text: 'Đã gửi lại 1 bát men tro, mã đơn GM-0412.' },
      close,
    ],
  },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Shop có bán nến thơm không?'],
    actions: [{ do: 'reply', afterMinutes: 24, text: 'Dạ tiệm em chỉ làm gốm thôi ạ, chưa có nến chị nhé.' }, close],
  },
  { locale: 'vi', lines: ['Shop có tuyển nhân viên không ạ?'], actions: [{ do: 'assign', to: 'owner' }] },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Tết này shop nghỉ từ ngày nào ạ?'],
    actions: [{ do: 'reply', afterMinutes: 33, text: 'Dạ tiệm nghỉ từ 27 tháng Chạp đến hết mùng 5 ạ.' }, close],
  },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Shop làm ăn kiểu gì vậy, đặt 2 tuần chưa thấy hàng đâu! Thất vọng quá'],
    actions: [
      support,
      { do: 'assign', to: 'owner' },
      {
        do: 'reply',
        afterMinutes: 4,
        text: 'Dạ em xin lỗi chị. Đơn của chị đang ở bưu cục Gia Lâm, em đã giục và sẽ báo chị trong chiều nay ạ.',
      },
    ],
  },
  {
    locale: 'vi',
    weight: 2,
    lines: ['Đĩa vuông men lam 16cm bao nhiêu?', 'lấy 6 cái nha shop, mình ở 18 Lê Lợi, Huế, sđt 0987 654 321'],
    actions: [
      fresh,
      { do: 'reply', afterMinutes: 15, text: 'Dạ em lên đơn 6 đĩa vuông men lam giao về Huế cho mình rồi ạ.' },
      close,
    ],
  },
  {
    locale: 'vi',
    lines: ['gốm bên mình có xuất hoá đơn đỏ không ạ', 'email mình là ketoan@quanxua.example'],
    actions: [consult, { do: 'assign', to: 'ngoc' }],
  },
  {
    locale: 'en',
    lines: ['What are your opening hours?', 'Can I talk to a person please?'],
    actions: [{ do: 'reply', afterMinutes: 9, text: 'Hello, this is Ngọc from Moc Pottery. How can I help you?' }],
  },
  {
    locale: 'vi',
    lines: ['ấm trà men nâu có nắp rời không shop, mình cần mua nắp riêng'],
    actions: [{ do: 'pause' }, { do: 'reply', afterMinutes: 18, text: 'Dạ nắp rời tiệm làm theo đơn, 5 ngày có ạ.' }],
  },
]

export const openTalks: Talk[] = [
  { locale: 'vi', lines: ['Hàng về chưa shop ơi, cho mình gặp người tư vấn'], actions: [] },
  {
    locale: 'vi',
    lines: ['Bộ bát đĩa 18 món còn không ạ', 'cho mình nói chuyện với nhân viên nhé, sđt 0912 345 678'],
    actions: [fresh],
  },
  {
    locale: 'vi',
    lines: ['Lớp gốm thứ bảy này còn chỗ không ạ?'],
    actions: [consult, { do: 'assign', to: 'tu' }, { do: 'snooze', hours: 20 }],
  },
  { locale: 'en', lines: ['Do you make custom logo mugs? I would like to talk to a person'], actions: [quote] },
  {
    locale: 'vi',
    lines: ['Quán mình đặt 120 ly, khi nào giao được ạ?'],
    actions: [quote, { do: 'assign', to: 'owner' }, { do: 'snooze', hours: 44 }],
  },
  { locale: 'vi', lines: ['ly cà phê có quai còn hàng không shop'], actions: [] },
]

export const customers: [given: string, before: string][] = [
  ['Lan', 'Phạm Thị'],
  ['Hùng', 'Đỗ Mạnh'],
  ['Thảo', 'Nguyễn Phương'],
  ['Quân', 'Lê Anh'],
  ['Mai', 'Trần Thị'],
  ['Khánh', 'Vũ Ngọc'],
  ['Yến', 'Bùi Hải'],
  ['Sơn', 'Hoàng'],
  ['Ánh Tuyết', 'Nguyễn Thị Ngọc'],
  ['Phúc', 'Đặng Hồng'],
  ['Trâm', 'Ngô Bảo'],
  ['Long', 'Phan Thành'],
  ['Hà', 'Đinh Thu'],
  ['Đức', 'Mai Xuân'],
  ['Vy', 'Trịnh Khánh'],
  ['Clarke', 'Emma'],
]
