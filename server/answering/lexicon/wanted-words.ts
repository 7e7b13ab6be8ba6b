/** How customers say what they want to know, folded. Owner: answering. */
export const wantedWords = {
  money: [
    'bao nhieu tien',
    'nhieu tien',
    'bao tien',
    'may tien',
    'gia',
    'gia ca',
    'gia sao',
    'chi phi',
    'phi',
    'phu thu',
    'hoc phi',
    'bao nhieu',
    'nhieu',
    'ton',
    'cost',
    'price',
    'how much',
    'fee',
    'charge',
    'rate',
    'tien',
    'bn',
    'nhiu',
    'may dong',
    'cuoc',
    'le phi',
  ],
  percent: ['bao nhieu phan tram', 'may phan tram', 'phan tram', 'nhieu phan tram', 'percent', '%', 'may %'],
  time: [
    'may gio',
    'luc nao',
    'gio nao',
    'what time',
    'mo cua',
    'dong cua',
    'gio mo',
    'gio lam',
    'opening hours',
    'khi nao',
    'may h',
  ],
  duration: [
    'bao lau',
    'may thang',
    'may nam',
    'may ngay',
    'may tuan',
    'may phut',
    'may tieng',
    'how long',
    'thoi gian',
    'thoi han',
    'how many days',
    'how many months',
    'bao nhieu ngay',
    'bao nhieu thang',
  ],
  contact: [
    'so dien thoai',
    'sdt',
    'hotline',
    'zalo',
    'so may',
    'goi so nao',
    'so nao',
    'phone number',
    'phone',
    'contact number',
    'dien thoai',
  ],
  account: ['so tai khoan', 'stk', 'tai khoan', 'bank account', 'account number', 'chuyen khoan vao dau'],
  place: ['o dau', 'dia chi', 'cho nao', 'where', 'address', 'duong nao'],
  measure: [
    'kich thuoc',
    'day bao nhieu',
    'cao bao nhieu',
    'dai bao nhieu',
    'rong bao nhieu',
    'nang bao nhieu',
    'sau bao nhieu',
    'tai bao nhieu',
    'day khoang bao nhieu',
    'nang khoang bao nhieu',
    'duoc bao nhieu ky',
    'duoc bao nhieu kg',
    'may ky',
    'may kg',
    'bao nhieu kg',
    'bao nhieu ky',
    'bao nhieu cm',
    'bao nhieu met',
    'how tall',
    'how big',
    'how heavy',
    'dung tich',
    'trong luong',
    'can nang',
  ],
  size: [
    'size nao',
    'size may',
    'size gi',
    'size bao nhieu',
    'sz nao',
    'sai nao',
    'mac size',
    'mang size',
    'lop nao',
    'lop gi',
    'loai nao',
    'goi nao',
    'hang nao',
    'the nao thi',
    'the gi',
    'hang gi',
    'which size',
    'what size',
    'which class',
  ],
} as const

/** Words that only ask, address or frame, folded: no fact needs them. */
export const framingWords = `
  cho hoi xin minh em anh chi shop ad sop tiem quan ben ban o a ah ak da vang nha nhe nhen ne ne nay do kia the thi la va voi cua co khong duoc
  bao nhieu gia tien may het ton mot moi neu khi luc nhu sao gi nao vay z v u oi ui nhi ha hong hok hem ko k dc dk bn nhiu bnhieu lay mua dat lam dung xai
  muon can dinh phai tu den toi ra vao len xuong di ve cung chi con roi nua them thoi luon lai van dang se da chua bi do de cho tui toi tao minh
  nguoi nha ten so cai con chiec loai goi phan suat don gio ngay hom nay mai biet giup voi kieu mon muc ben do quy khach thuong hang vua nhieu it
  how much is the a an of for to in on at i we you do does what which are can could would my our it cost price pay need want please hi hello there get
  have if per with and or one buy tell me about your this that be from by any will many
`

/** Of these, the ones that never distinguish things. */
export const askingWords = `
  cho hoi xin minh em anh chi shop ad sop a ah ak da vang nhe nhen ne nay kia the thi la va voi cua co khong duoc bao nhieu gia tien may het ton mot moi neu khi
  nhu gi nao vay z v u oi ui nhi ha hok hem ko k dc dk bn nhiu bnhieu lay muon can phai roi nua thoi luon dang se bi de tui toi nguoi ten so cai con chiec loai goi
  ngay gio lan buoi dem thang hom biet giup quy khach ban ben tinh vnd o tai tu den vao ra mua dat lam dung xai phi bang cost price how much is the a an of for to in on at i
  we you do does what which are can could would my our it pay need want please hi hello per with and or one hay hoac mai con them nam tuan size
`

/** Of these, the ones identified by their accents. */
export const markedFraming = `
  giá tiền phí mất tốn hết bán mua lấy gói loại người khách thường ngày giờ lần xài dùng đặt bữa hàng vừa tiệm quán cần định đêm suất phần tên số bảng tính cửa mẫu kiểu tại
`
