import { fold } from '#shared/rules/text/fold.ts'
import type { Language } from '#shared/words.ts'
import { isSyllable } from './stem.ts'
import { isMarked, type Token } from './tokens.ts'

/** Weigh less, but are never dropped. */
const vietnamese = `là và của có được cho các những một thì mà ở với này đó kia ạ à á nhé nha nhá nhen ơi ới vậy thế nào gì không
  chưa phải shop mình em anh chị bạn bên ad tôi tui tớ cậu cô chú bác cái con chiếc đi ra vào lên xuống khi nếu hay hoặc cũng đã đang
  sẽ bị do từ đến tới trong ngoài trên dưới về như rồi nữa lại thôi luôn vẫn còn chỉ xin dạ vâng ừ sao bao nhiêu mấy hết muốn cần
  biết hỏi giúp nhỉ hả ai đâu cho vui lòng làm ơn chút tí xíu lắm quá theo để vì nên bởi tại nhưng thưa kính hen hén nghen
  đấy ý nè này rằng cả mọi mỗi từng sự việc điều đều hơn nhất lúc vừa mới sắp`
const english = `the a an of to in on at for and or is are was were be been being am do does did doing can could will would shall
  should may might must i you he she they your my me we our us it its his her their this that these those there here what which who
  whom whose when where why how with by from as not no if than then so have has had much many any some please hi hello hey just about
  into also tell know want need like get`

const vietnameseStops = new Set(vietnamese.split(/\s+/))
const stops = new Set([...vietnameseStops, ...english.split(/\s+/)])
const englishStops = new Set(english.split(/\s+/))
const foldedStops = new Set([...stops].map(fold))
const foldedVietnameseStops = new Set([...vietnameseStops].map(fold))
// Folded, these collide with content words (bạn/bán, đó/đo): stop words only with marks.
const needMarks = new Set('ban can sau tu may bac bi nam the dau mua'.split(' '))

/** In Vietnamese, English stop words that are also syllables ("the", "to") do not count: there they are words without marks. */
export function isStopWord(raw: string, language?: Language): boolean {
  if (vietnameseStops.has(raw)) return true
  if (language === 'vi' && isSyllable(raw)) return foldedVietnameseStops.has(raw) && !needMarks.has(raw)
  if (stops.has(raw)) return true
  return !isMarked(raw) && foldedStops.has(raw) && !needMarks.has(raw)
}

export function framesEnglish(term: string): boolean {
  return englishStops.has(term)
}

export function isStop(token: Token): boolean {
  return token.stop ?? isStopWord(token.raw)
}

// Used whatever the question: half weight.
const light = new Set(
  `mua bán làm dùng tính mất tốn báo gọi gửi nhận lấy đang nhà loại tiền giá số tiệm quán cửa hàng sản phẩm khách bé con gái trai vợ chồng mẹ ba má lúc kể
  thời gian tháng ngày hôm nay mai qua mang theo xem thử nói kiểu dạng mẫu món thứ buổi phải đúng sai tầm khoảng chừng tổng cộng thêm bớt nếu giữa trước
  sau xong phí miễn thanh toán hết dạ hỏi rồi định tính hiện tại bây giờ liệu bên tụi mấy người ta dạo này buy sell make use using price cost pay day days time store product products
  customer spa salon clinic restaurant hotel homestay gym phòng khám nha khoa khách sạn nhà hàng trung tâm studio
  give take go going come take currently available offer`.split(/\s+/),
)
const foldedLight = new Set([...light].map(fold))

const pieces = new Set(
  `buổi buoi cái cai chiếc chiec hộp hop lần lan người nguoi suất suat ly phần phan kg ký ki bé be con đêm dem gói goi túi tui chai lọ lo cặp cap bộ bo đôi doi
  m2 mét met giờ gio tiếng tieng lít lit khách khach tấm tam cuốn cuon tờ to vé ve bữa bua khoá khóa khoa tiết tiet ngày ngay cây cay trái trai quả qua
  bàn phòng phong đơn don thùng thung bao bó bo`.split(/\s+/),
)

/** The "1" of "1 hộp giá sao" asks a unit price; the answer need not contain it. */
export function isOnePiece(words: readonly { raw: string }[], at: number): boolean {
  return /^(?:1|một|mot)$/.test(words[at]!.raw) && pieces.has(words[at + 1]?.raw ?? '')
}

/** 1, less for words every customer uses. */
export function wordWorth(token: Token): number {
  const { raw } = token
  if (isStop(token)) return stopWorth
  if (/^\d/.test(raw)) return numberWorth
  if (needMarks.has(raw)) return unclearWorth
  return light.has(raw) || (!isMarked(raw) && foldedLight.has(raw)) ? lightWorth : 1
}

const stopWorth = 0.12
const lightWorth = 0.5
const unclearWorth = 0.35
/** Customers' own figures ("20 phút", "50 chai") are seldom the shop's. */
const numberWorth = 0.6

export function mayBeStopWord(raw: string): boolean {
  return stops.has(raw) || foldedStops.has(fold(raw))
}
