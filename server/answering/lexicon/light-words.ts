/** Words of little meaning, with accents, which an answer need not contain. Owner: answering. */
export const lightWords = `
  bỏ đem mang đi tới ghé qua về lấy coi xem hay thấy nghe tính nên phải bị được cho để xài dùng làm nhận gửi thì mà rồi nữa luôn giờ hôm nay này kia đó
  nhà mình bên chỗ hả hông hổng hok hong hem ko k kg nghen nhen nha nhé ạ dạ vâng với vậy zậy z v vs rứa chi mô ri sao nào gì j chừng khoảng tầm
  lỡ giả lúc khi trong ngoài trước sau vẫn còn đang sẽ đã vừa mới sắp chắc hình như nghĩa tức kiểu kêu nói hỏi biết hiểu muốn định cần thích
  giùm giúp hộ dùm dum với cùng chung riêng mỗi từng một 1 hai con bé đứa nhỏ bạn anh chị em cô chú bác tui tôi ad shop admin tiệm quán vựa xưởng trung tâm
  áp dụng thực hiện thế vầy đây kìa ơi ui trời thiệt thật lắm quá hơi cũng đều hết xong đâu đấy đúng phải không kịp thêm tiếp
  do does did can could will would should may might have has had get got take taken use need want like just also any some there here still when if while guys folks
  please thanks thank hi hello hey my our your i we you me us it its is are was were be been the a an of to in on at for with from by or and about happen happens
  long much many how what which who where why going come coming bring give given tell know possible able allowed ok okay
`

export const continuingWords: readonly string[] = [
  'sau đó',
  'nếu',
  'ngoài ra',
  'quá',
  'trên',
  'dưới',
  'sau',
  'trước',
  'không',
  'chỉ',
  'áp dụng',
  'khi',
  'trường hợp',
  'tối đa',
  'tối thiểu',
  'phải',
  'được',
  'miễn phí',
  'phí',
  'giá',
  'từ lần',
  'lần',
  'hết',
  'chưa',
  'đã',
  'vui lòng',
  'muốn',
  'có',
  'cần',
  'các',
  'khách',
  'if',
  'after',
  'otherwise',
  'above',
  'below',
  'it',
  'they',
  'we',
  'please',
  'no',
  'not',
  'the fee',
  'you',
]

/** What follows distinguishes a thing from its namesakes. Folded. */
export const qualifyingWords: readonly string[] =
  `cho o tai mau size sz co hieu hang loai dong doi cua ve vung nhanh so vi kieu ban phien for in at of with color colour model type from`.split(
    ' ',
  )
