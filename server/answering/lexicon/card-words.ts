/** Questions about the shop itself, and headings of the answers, with accents (see `phrase-book.ts`). Owner: answering. */
export const cardAsked = {
  hours:
    'mấy giờ mở cửa, mở cửa mấy giờ, mấy giờ đóng cửa, đóng cửa mấy giờ, giờ mở cửa, giờ đóng cửa, giờ làm việc, giờ hoạt động, giờ giấc, làm việc mấy giờ, làm tới mấy giờ, làm đến mấy giờ, mở tới mấy giờ, mở đến mấy giờ, mở từ mấy giờ, mấy giờ mở, mấy giờ đóng, mở cửa, đóng cửa, mở cửa không, có mở không, có mở cửa, còn mở, có làm, có làm việc, làm việc, mở bán, bán tới mấy giờ, bán đến mấy giờ, mấy h mở, mấy h đóng, mở mấy giờ, nghỉ mấy giờ, mấy giờ nghỉ, có nghỉ, opening hours, business hours, working hours, open, opens, opened, closing time, close, closes, closed, what time',
  place:
    'ở đâu, địa chỉ, chỗ nào, đường nào, nằm ở đâu, nằm đâu, ở chỗ nào, ở khúc nào, ở quận nào, đ/c, dc ở đâu, địa chỉ ở đâu, where, where is, located, address, location, how to find',
  contact:
    'số điện thoại, sđt, sdt, số phone, hotline, số liên hệ, liên hệ, liên lạc, gọi số nào, số zalo, zalo, phone number, contact number, contact, call',
  account:
    'số tài khoản, stk, tài khoản, tài khoản ngân hàng, chuyển khoản vào đâu, ck vào đâu, chuyển tiền vào đâu, chuyển vào đâu, bank account, account number',
  payment:
    'thanh toán kiểu gì, thanh toán bằng gì, thanh toán thế nào, thanh toán sao, thanh toán như thế nào, thanh toán bằng cách nào, trả tiền kiểu gì, trả tiền bằng gì, trả tiền sao, hình thức thanh toán, cách thanh toán, cách trả tiền, phương thức thanh toán, payment methods, payment method, how to pay, how can i pay, how do i pay, ways to pay',
} as const satisfies Record<string, string>

export type CardKind = keyof typeof cardAsked

export const cardHeads: Readonly<Record<CardKind, string>> = {
  hours:
    'giờ mở cửa, giờ đóng cửa, giờ làm việc, giờ hoạt động, giờ giấc, giờ bán hàng, giờ bán, giờ phục vụ, giờ tiếp khách, thời gian làm việc, thời gian mở cửa, mở cửa, opening hours, business hours, working hours, hours',
  place:
    'địa chỉ, cơ sở, chi nhánh, showroom, xưởng, cửa hàng, văn phòng, trụ sở, tiệm, quán, cn1, cn2, cn3, cs1, cs2, cs3, vị trí, address, branch, location, store, office, đ/c',
  contact:
    'hotline, zalo, điện thoại, đt, sđt, sdt, số điện thoại, tổng đài, liên hệ, liên lạc, gọi, phone, tel, contact, call, whatsapp',
  account: 'tài khoản, số tài khoản, stk, ngân hàng, chuyển khoản, tài khoản nhận cọc, bank, bank account, account',
  payment:
    'thanh toán, hình thức thanh toán, cách thanh toán, hình thức trả tiền, trả tiền, cách nộp, nhận thanh toán, payment, payments, pay, money',
}

export const hoursOpenings = 'mở cửa, mở, bán, làm việc, hoạt động, open, we are open'

/** Parts of a shop that may be elsewhere. Folded. */
export const placeWords: readonly string[] = ['showroom', 'workshop', 'factory', 'warehouse', 'kho', 'reception']

/** Words for the shop itself, which name nothing in it. Folded. */
export const shopWords: readonly string[] =
  `shop tiem quan vua xuong cua hang trung tam homestay spa salon showroom van phong studio phong kham ben minh cho store office restaurant cafe clinic
  centre center hotel place you your guys vay the nao gi gio may h toi den tu ghe qua lam mo dong ban nghi duoc khong time what when is are do does`.split(
    /\s+/u,
  )

/** Days with unusual hours, folded; each group means one. */
export const holidayWords: readonly (readonly string[])[] = [
  ['tet nguyen dan', 'tet am', 'tet ta', 'tet', 'mung', 'giao thua', 'lunar new year', 'tet holiday'],
  ['tet duong', 'tet tay', '1/1', '01/01', "new year's day"],
  ['30/4', '30/04', '1/5', '01/05'],
  ['2/9', '02/09', 'quoc khanh', 'national day'],
  ['gio to', '10/3'],
  ['noel', 'giang sinh', '24/12', '25/12', 'christmas'],
  ['ngay le', 'nghi le', 'dip le', 'le tet', 'holiday', 'holidays', 'public holidays'],
]
