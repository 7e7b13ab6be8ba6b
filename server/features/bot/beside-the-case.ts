import type { Found, FoundUnit } from '#features/training/find-passages.ts'
import { compoundsIn, provincesIn } from '#features/training/phrases.ts'
import { typeMatch } from '#features/training/question-type.ts'
import { isSyllable } from '#features/training/stem.ts'
import { isStop, wordWorth } from '#features/training/stop-words.ts'
import { type Token, tokens } from '#features/training/tokens.ts'
import { fold } from '#shared/rules/fold.ts'
import { otherCases } from './other-cases.ts'

/**
 * Whether what was found holds for another case than the one asked about: another town, the shop instead of the customer's home, hiring
 * instead of buying, an ordinary day instead of a holiday. Like isBesideThePoint, by rule.
 */
export function isOtherCase(found: Found): boolean {
  const asked = found.measure.query.text.normalize('NFC').toLowerCase()
  const said = saidBy(found)
  return (
    (otherCases.some(([sought, instead, same]) => sought.test(asked) && instead.test(said) && !same.test(said)) &&
      !isHeaded(found)) ||
    isOtherTown(found, asked) ||
    isOtherDistrict(found, asked) ||
    isWithoutWarranty(found, asked) ||
    isOrdinaryDay(found, asked, said) ||
    isOtherEvent(found, asked) ||
    isOtherGroup(found, asked) ||
    isOtherKindOfCount(asked, said) ||
    isUnpriced(found, asked) ||
    isDoneToAnother(found) ||
    isOtherPeriod(found, asked) ||
    isUnheardCase(found) ||
    isWithoutKind(found) ||
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

/** "Chi nhánh Sài Gòn ở đâu?" is not answered by the address in Hà Nội. */
function isOtherTown({ type, measure, passages, units }: Found, asked: string): boolean {
  const passage = passages[units[0]?.passage ?? -1]
  if (!passage || (type !== 'place' && !branch.test(asked))) return false
  const named = provincesIn(measure.query.tokens)
  const there = new Set(passage.units.flatMap(({ unit }) => unit.text.toLowerCase().match(/\p{L}+/gu) ?? []).map(fold))
  const holds = (town: string): boolean => town.split(' ').every(word => there.has(word)) || hasShort(town, there)
  return branch.test(asked) && named.length > 0 && !named.some(holds)
}

/** "Chi nhánh quận 3 ở đâu?" is not answered by the address in quận 10. */
function isOtherDistrict({ passages, units }: Found, asked: string): boolean {
  const number = /(?<!\p{L})(?:quận|quan|q\.?|district) ?(\d{1,2})(?!\d)/u.exec(asked)?.[1]
  const passage = passages[units[0]?.passage ?? -1]
  if (!number || !passage || !branch.test(asked)) return false
  const said = textOf(passage)
  return !new RegExp(`(?:quận|q\\.?|district) ?${number}(?!\\d)`, 'u').test(said)
}

const branch =
  /(?<!\p{L})(?:chi nhánh|cơ sở|showroom|cửa hàng|văn phòng|chi nhanh|co so|cua hang|cs|branch|store)(?!\p{L})/u
const hasShort = (town: string, there: Set<string>): boolean =>
  /^(?:sai gon|ho chi minh)$/.test(town) && ['hcm', 'tphcm', 'saigon', 'sg', 'gon', 'minh'].some(one => there.has(one))

/** How long it is mended for nothing, and the passage has no word of it. */
function isWithoutWarranty({ measure, passages, units }: Found, asked: string): boolean {
  const passage = passages[units[0]?.passage ?? -1]
  const words = measure.query.tokens.map(({ term }) => term).join(' ')
  if (!passage || !/\bbao hanh\b|warranty/.test(`${words} ${asked}`)) return false
  const said = textOf(passage)
  return !/bảo hành|bao hanh|warranty|guarantee|sửa/u.test(said)
}

/** "Tết phòng đôi bao nhiêu" is not answered by the price of an ordinary day. */
function isOrdinaryDay({ type, passages, units }: Found, asked: string, said: string): boolean {
  if (!holiday.test(asked)) return false
  if (type === 'money' || type === 'number') return !/lễ|tết/u.test(said)
  const own = passages[units[0]?.passage ?? -1]?.units ?? []
  return openAsked.test(asked) && own.length > 0 && own.every(({ unit }) => !everyDay.test(unit.text.toLowerCase()))
}

/** "Giáng sinh có mở cửa không", "20/10 có giảm không": the passage has neither that day nor holidays. */
function isOtherEvent({ passages, units }: Found, asked: string): boolean {
  const day = events.find(one => one.test(asked))
  return day !== undefined && ![day, /lễ/u].some(one => one.test(textOf(passages[units[0]?.passage ?? -1])))
}

const events = [
  /giáng sinh|giang sinh|(?<!\p{L})noel(?!\p{L})|christmas/u,
  /(?<!\d)20\/10(?!\d)/u,
  /(?<!\d)20\/11(?!\d)/u,
  /(?<!\d)8\/3(?!\d)/u,
  /(?<!\d)14\/2(?!\d)|valentine/u,
  /(?<!\d)1\/6(?!\d)/u,
  /trung thu/u,
  /halloween/u,
  /black friday/u,
]

/** "Người già có giảm không" beside what students pay less. */
function isOtherGroup({ passages, units }: Found, asked: string): boolean {
  const group = takenOff.test(asked) && groups.find(one => one.test(asked))
  return group ? !group.test(textOf(passages[units[0]?.passage ?? -1])) : false
}

const takenOff = /(?<!\p{L})(?:giảm|giam|ưu đãi|uu dai|bớt|bot|miễn phí|mien phi)(?!\p{L})/u
const groups = [
  /sinh viên|sinh vien|(?<!\p{L})sv(?!\p{L})|students?/u,
  /học sinh|hoc sinh/u,
  /người (?:già|lớn tuổi|cao tuổi)|nguoi (?:gia|lon tuoi|cao tuoi)|cao tuổi|trên [67]0/u,
  /khuyết tật|khuyet tat/u,
  /(?:khách|thành viên|hội viên) (?:quen|cũ|thân)|(?:khach) (?:quen|cu|than)|từ lần|thành viên|hội viên/u,
]

function textOf(passage: Found['passages'][number] | undefined): string {
  const said = passage ? [...passage.headed, ...passage.units.map(({ unit }) => unit.text)] : []
  return said.join(' ').normalize('NFC').toLowerCase()
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

/** "Ở 1 tháng giá bao nhiêu" beside what a night costs. */
function isOtherPeriod({ type, passages, units }: Found, asked: string): boolean {
  const period = perPeriod.exec(asked)?.[1]
  const own = passages[units[0]?.passage ?? -1]?.units ?? []
  if ((type !== 'money' && type !== 'number') || !period || ofPeople.test(asked)) return false
  const same = longPeriods.find(one => one.test(period))!
  return own.length > 0 && !own.some(({ unit }) => same.test(unit.text.toLowerCase()))
}

const perPeriod =
  /(?<!\p{L})(?:\d{1,2}|một|mot|theo|mỗi|moi|nguyên|nguyen|gói|goi|vé|ve|thuê|thue) (tháng|thang|tuần|tuan|month|week)(?!\p{L})/u
const longPeriods = [/tháng|thang|month/u, /tuần|tuan|week/u]
const ofPeople = /(?<!\p{L})(?:tuổi|tuoi|bé|bầu|bau|thai|con|cháu)(?!\p{L})/u

/** "Da khô dùng loại nào?", and nothing is said of dry skin: which one fits nobody knows. */
function isUnheardCase({ type, measure }: Found): boolean {
  const { tokens: words, language } = measure.query
  const which = words.findLastIndex(word => !isPolite(word))
  if (type !== 'other' || language !== 'vi' || !/^n[àa]o$/u.test(words[which]?.raw ?? '')) return false
  const using = words.findIndex(({ term }) => /^(?:dung|xai|chon|mua|uong|boi|mac|mang|hop)$/.test(term))
  return [...measure.unknown].some(at => at < using && using < which && wordWorth(words[at]!) === 1)
}

const isPolite = ({ raw }: Token): boolean =>
  /^(?:ạ|a|shop|vậy|vay|thế|the|nhỉ|nhi|em|anh|chị|bạn|ad|nha|nhé)$/.test(raw)

/** "Mấy tháng", "bao nhiêu phần trăm", and nothing of the passage tells a length, a share. */
function isWithoutKind({ type, measure, passages, units }: Found): boolean {
  const asked = measure.query.tokens.map(({ term }) => term).join(' ')
  const own = passages[units[0]?.passage ?? -1]?.units ?? []
  const isSure = type === 'duration' ? lengthAsked.test(asked) : type === 'percent' && /phan tram|percent/.test(asked)
  return isSure && own.every(({ unit }) => typeMatch(type, unit.text) === 0)
}

const lengthAsked =
  /(?:bao lau|(?:may|bao nhieu) (?:thang|nam|ngay|tuan|phut|tieng)|how (?:long|many (?:day|week|month|year|hour|minut)))/

/** A price was asked for in so many words, and nothing of the passage has one. */
function isUnpriced({ type, passages, units }: Found, asked: string): boolean {
  // "Ship bao nhiêu? sđt em 0988…" is read as asking for a phone number.
  if (type === 'phone') return false
  const isPrice = type === 'money' ? priceAsked.test(asked) : type === 'number' && barePrice.test(asked)
  if (!isPrice && !shippingAsked.test(asked)) return false
  const own = passages[units[0]?.passage ?? -1]?.units ?? []
  const kinds = shareAsked.test(asked) ? (['money', 'percent'] as const) : (['money'] as const)
  return own.every(({ unit }) => kinds.every(kind => typeMatch(kind, unit.text) === 0))
}

/** A part of a price may be told as a share. */
const shareAsked =
  /(?<!\p{L})(?:cọc|hoàn|giảm|bớt|chiết|lãi|phạt|thu|tăng|trước|trừ|coc|hoan|giam|bot|chiet|lai|phat|tang|truoc|tru)(?!\p{L})/u
/** "Bò xào bao nhiêu": of what is counted or measured it would ask something else. */
const barePrice =
  /^(?!.*(?:cao|dài|rộng|nặng|tuổi|size|kích|cỡ|diện tích|dung tích|công suất|nồng độ|nhiệt độ|số|tỷ|%|calo|điểm|cao|dai|rong|nang|tuoi|kich|dien tich|dung|cong suat|nong do|nhiet|so|diem)(?!\p{L}))(?:\S+ ){0,7}(?<!(?:là|la|bao) )(?:bao nhiêu|nhiêu|bn|bnh|nhiu|bao nhieu|nhieu)(?: (?:1|một|mot) \p{L}+)?(?: (?:ạ|a|vậy|vay|v|z|thế|the|shop|quán|em|ad|nhỉ))*[ ?.]*$/u
/** "Quốc gia" asks for no price; without marks it is told by what stands before it. */
const priceAsked =
  /how much (?:is|are|does|do|for|to)(?!\p{L})|(?<!\p{L})(?:prices?|costs?)(?!\p{L})|(?<!\p{L})(?:bao nhiêu|nhiêu|mấy|bao nhieu|nhieu|bn|bnh|nhiu) (?:tiền|tien)(?!\p{L})|(?<!\p{L}|đánh )giá(?!\p{L})|^(?!.*[à-ỹđ]).*(?<!\p{L}|quoc |tham |hanh |dai |chuyen )gia(?!\p{L}| dinh| dung)/u
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
