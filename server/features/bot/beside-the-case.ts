import type { Found, FoundUnit } from '#features/training/find-passages.ts'
import { compoundsIn, provincesIn } from '#features/training/phrases.ts'
import { typeMatch } from '#features/training/question-type.ts'
import { isSyllable } from '#features/training/stem.ts'
import { isStop, wordWorth } from '#features/training/stop-words.ts'
import { type Token, tokens } from '#features/training/tokens.ts'
import { fold } from '#shared/rules/fold.ts'

/**
 * Whether what was found holds for another case than the one asked about: another town, the shop instead of the customer's home, hiring
 * instead of buying, an ordinary day instead of a holiday. Like isBesideThePoint, by rule.
 */
export function isOtherCase(found: Found): boolean {
  const asked = found.measure.query.text.normalize('NFC').toLowerCase()
  const said = saidBy(found)
  return (
    (cases.some(([sought, instead, same]) => sought.test(asked) && instead.test(said) && !same.test(said)) &&
      !isHeaded(found)) ||
    isOtherTown(found, asked) ||
    isOrdinaryDay(found, asked, said) ||
    isOtherKindOfCount(asked, said) ||
    isUnpriced(found, asked) ||
    isDoneToAnother(found) ||
    isOtherName(found)
  )
}

/** "Thanh toán sao?" under the heading "Thanh toán": whatever stands there is meant. */
function isHeaded({ measure, passages, units }: Found): boolean {
  const passage = passages[units[0]?.passage ?? -1]
  const { tokens: words, asking } = measure.query
  const named = words.flatMap((word, at) => (isStop(word) || asking.has(at) ? [] : [at]))
  return passage !== undefined && named.length > 0 && named.every(at => passage.headingCover[at]! > met)
}

/** A word counts as met from here on. */
const met = 0.5

/** The words of the best unit. */
function saidBy({ units, passages }: Found): string {
  const [best] = units
  return best && passages[best.passage] ? best.unit.text.normalize('NFC').toLowerCase() : ''
}

/** What was asked, what stands there instead, and what would say the same as was asked. */
const cases: [RegExp, RegExp, RegExp][] = [
  [
    /(?<!\p{L})(?:tại|ở|tai|o|về|ve|đến|den) (?:nhà|nha)(?!\p{L})(?! (?:hàng|hang|thuốc|thuoc|sách|sach))/u,
    /tại (?:phòng khám|tiệm|cửa hàng|shop|spa|studio|salon|quán|trung tâm|xưởng|garage|bệnh viện)/u,
    /nhà|tận nơi/u,
  ],
  [
    /(?<!\p{L})may (?:đo |mới |moi |một |mot |bộ |bo )?(?:áo|váy|quần|vest|đầm|đồ|rèm|ao|vay|quan|dam|rem)/u,
    /thuê/u,
    /may/u,
  ],
  [/(?<!\p{L})(?:mua|bán|ban) (?:đứt|dut|luôn|luon|lại|lai)?/u, /(?<!\p{L})thuê/u, /mua|bán/u],
  // "Có xuất hoá đơn không" beside "giữ hoá đơn để đổi trả".
  [
    /(?:xuất|xuat|lấy|lay) (?:hoá|hóa|hoa) (?:đơn|don)|(?:hoá|hóa|hoa) (?:đơn|don) (?:đỏ|do|vat|gtgt|điện tử)/u,
    /(?:giữ|mang|kèm|còn|có) (?:theo |đủ |lại )?(?:hoá|hóa) đơn/u,
    /xuất|vat|gtgt|(?:hoá|hóa) đơn (?:đỏ|điện tử)/u,
  ],
  // How large or heavy, beside what it costs.
  [
    /(?<!\p{L})(?:cao|dài|rộng|nặng|sâu|dày|dai|rong|nang) (?:bao nhiêu|bao nhieu|bn|bnh|nhiêu|mấy|cỡ nào|co nao)|kích thước|kich thuoc|dung tích|dung tich/u,
    /\d/u,
    /\d ?(?:cm|mm|m|km|kg|g|gr|gram|ml|l|lít|lit|mét|tấn|inch|oz)(?!\p{L})|\d ?x ?\d|kích thước|(?<!\p{L})(?:cao|dài|rộng|nặng|dung tích)(?!\p{L})/u,
  ],
  // What it is made of, beside what it costs.
  [
    /(?:làm|lam) (?:bằng|bang|từ|tu) (?:gì|gi|j)(?!\p{L})|(?:chất liệu|chat lieu)|(?<!\p{L}|toán |toan |trả |tra |đi |di |gửi |gui |hệ |he )(?:bằng|bang|chất|chat|vải|vai) (?:chất |vải |chat |vai )?(?:gì|gi|j)(?!\p{L})|made of|material/u,
    /\d/u,
    /chất liệu|thành phần|(?<!\p{L})(?:bằng|từ|vải|cotton|lụa|len|gỗ|sứ|gốm|đất|nhựa|inox|thép|nhôm|đồng|da|đá|giấy|tre|mây|vàng|bạc|(?:thuỷ|thủy) tinh|kim loại|made|material)(?!\p{L})/u,
  ],
  // Whether something is taken off, beside what it costs.
  [
    /(?<!\p{L})(?:giảm|giam|bớt|bot) (?:giá |gia )?(?:không|khong|ko|k|hông|hong|hem|chút|chut|tí|ti|được|duoc|dc|đc|bao nhiêu|bao nhieu|bn)(?!\p{L})|khuyến mãi|khuyen mai|(?<!\p{L})(?:fix|voucher|discount)(?!\p{L})/u,
    /./u,
    /giảm|bớt|khuyến mãi|ưu đãi|tặng|chiết khấu|%|(?<!\p{L})(?:voucher|combo|off|discount)(?!\p{L})/u,
  ],
  // How one pays, beside what it costs.
  [
    /(?:thanh toán|thanh toan|trả tiền|tra tien) (?:sao|thế nào|the nao|ntn|như nào|nhu nao|kiểu gì|kieu gi|bằng|bang|qua|làm sao|lam sao)/u,
    /./u,
    /thanh toán|trả|chuyển khoản|tiền mặt|(?<!\p{L})(?:cod|ck|thẻ|momo|ví|qr|cọc)(?!\p{L})|ngân hàng|quét mã/u,
  ],
]

/** "Chi nhánh Sài Gòn ở đâu?" is not answered by the address in Hà Nội. */
function isOtherTown({ type, measure, passages, units }: Found, asked: string): boolean {
  const passage = passages[units[0]?.passage ?? -1]
  if (!passage || (type !== 'place' && !branch.test(asked))) return false
  const named = provincesIn(measure.query.tokens)
  const there = new Set(passage.units.flatMap(({ unit }) => unit.text.toLowerCase().match(/\p{L}+/gu) ?? []).map(fold))
  const holds = (town: string): boolean => town.split(' ').every(word => there.has(word)) || hasShort(town, there)
  return branch.test(asked) && named.length > 0 && !named.some(holds)
}

const branch =
  /(?<!\p{L})(?:chi nhánh|cơ sở|showroom|cửa hàng|văn phòng|chi nhanh|co so|cua hang|cs|branch|store)(?!\p{L})/u
const hasShort = (town: string, there: Set<string>): boolean =>
  /^(?:sai gon|ho chi minh)$/.test(town) && ['hcm', 'tphcm', 'saigon', 'sg', 'gon', 'minh'].some(one => there.has(one))

/** "Tết phòng đôi bao nhiêu" is not answered by the price of an ordinary day. */
function isOrdinaryDay({ type, passages, units }: Found, asked: string, said: string): boolean {
  if (!holiday.test(asked)) return false
  if (type === 'money' || type === 'number') return !/lễ|tết/u.test(said)
  const own = passages[units[0]?.passage ?? -1]?.units ?? []
  return openAsked.test(asked) && own.length > 0 && own.every(({ unit }) => !everyDay.test(unit.text.toLowerCase()))
}

/** What a passage says of holidays, where one was asked about: hours of ordinary days alone would mislead. */
export function holidayUnits({ measure, units }: Found): FoundUnit[] {
  if (!holiday.test(measure.query.text.normalize('NFC').toLowerCase())) return []
  return units.filter(one => one.passage === units[0]?.passage && /lễ|tết/u.test(one.unit.text.toLowerCase()))
}

const openAsked =
  /(?:mở|đóng) cửa|(?:mo|dong) cua|làm việc|lam viec|hoạt động|hoat dong|(?<!\p{L})(?:nghỉ|open)(?!\p{L})/u
const everyDay = /lễ|tết|quanh năm|365|không nghỉ|mọi ngày|tất cả các ngày|holiday|every day/u
const holiday = /(?<!\p{L})(?:lễ|tết|tet|30\/4|2\/9|giỗ tổ)(?!\p{L})/u

/** "Phòng 6 người" beside "trẻ em dưới 6 tuổi": the same number of something else. */
function isOtherKindOfCount(asked: string, said: string): boolean {
  const count = /(?<![\d.,/-])(\d{1,2}) ?(?:người|khách|ng|nguoi|khach)(?!\p{L})/u.exec(asked)?.[1]
  if (!count || /người|khách/u.test(said)) return false
  return new RegExp(`(?<![\\d.,])${count} ?(?:tuổi|tháng|ngày|giờ|tiếng|phút|km|kg|buổi|đêm)`, 'u').test(said)
}

/** A price was asked for in so many words, and nothing of the passage has one. */
function isUnpriced({ type, passages, units }: Found, asked: string): boolean {
  // "Ship bao nhiêu? sđt em 0988…" is read as asking for a phone number.
  if (type === 'phone') return false
  if (!shippingAsked.test(asked) && (type !== 'money' || !priceAsked.test(asked))) return false
  const own = passages[units[0]?.passage ?? -1]?.units ?? []
  return own.every(({ unit }) => typeMatch('money', unit.text) === 0)
}

/** "Quốc gia" asks for no price; without marks it is told by what stands before it. */
const priceAsked =
  /(?<!\p{L}|đánh )giá(?!\p{L})|^(?!.*[à-ỹđ]).*(?<!\p{L}|quoc |tham |hanh |dai |chuyen )gia(?!\p{L}| dinh| dung)/u
const shippingAsked = /(?<!\p{L})(?:ship|giao hàng|giao hang)(?!\p{L}).*(?<!\p{L})(?:nhiêu|nhieu|bn|bnh)(?!\p{L})/u

/** "Kính Rizoma", "xài Klairs": a foreign name that nothing of the passage has. */
function isOtherName({ type, measure, passages, units }: Found): boolean {
  const passage = passages[units[0]?.passage ?? -1]
  if (!passage || measure.query.language !== 'vi' || !namedTypes.has(type)) return false
  // "socola" is "sô cô la".
  const letters = fold(passage.units.map(({ unit }) => unit.text).join(' ')).replace(/[^a-z]/g, '')
  return measure.query.tokens.some(
    (token, at) =>
      /^[a-z]{4,}$/.test(token.raw) &&
      !isSyllable(token.term) &&
      wordWorth(token) === 1 &&
      !letters.includes(token.term) &&
      !measure.query.asking.has(at) &&
      (type !== 'number' || measure.unknown.has(at)) &&
      !measure.query.alternatives.some(other => at >= other.at && at < other.at + other.length) &&
      Math.max(passage.headingCover[at]!, passage.cover[at]!) < little,
  )
}

const namedTypes = new Set<Found['type']>(['money', 'number', 'yes_no'])
const little = 0.3

/** "Lắp tủ lạnh" beside "lắp máy lạnh": the same is done to another thing. */
function isDoneToAnother({ measure, passages, units }: Found): boolean {
  const passage = passages[units[0]?.passage ?? -1]
  const [best] = units
  if (!best || !passage) return false
  const { tokens: asked, compounds } = measure.query
  const said = tokens(best.unit.text)
  const things = compoundsIn(said)
  const follows = (at: number, done: Token): boolean => said[at - 1]?.term === done.term
  return compounds.some(({ at, length }) => {
    const done = asked[at - 1]
    const thing = asked.slice(at, at + length)
    const holds = (there: number): boolean => thing.every((word, i) => said[there + i]?.term === word.term)
    if (!done || !doings.has(done.term) || said.some((_, there) => holds(there))) return false
    return things.some(other => follows(other.at, done))
  })
}

const doings = new Set('lap dat sua thay giat sinh thao thue son'.split(' '))
