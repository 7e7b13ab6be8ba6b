import type { Measure } from './measure-question.ts'
import type { View } from './text-view.ts'
import { isStop, wordWorth } from '../language/stop-words.ts'
import { type Token, tokens } from '../language/tokens.ts'

/** "Thay bố thắng trước; Xe số: …"; empty without such a beginning. */
export function nameTokens(text: string): Token[] {
  const name = /^(.{2,60}?)(?:[:;]\s| {2,}|\s[–-]\s)/u.exec(text)?.[1]
  return name ? tokens(name) : []
}

export function nameRun(measure: Measure, name: Token[]): { at: number; length: number } {
  const asked = measure.query.tokens
  let best = { at: 0, length: 0 }
  for (let at = 0; at < asked.length; at++) {
    let length = 0
    while (length < name.length && asked[at + length]?.term === name[length]!.term) length += 1
    if (length > best.length) best = { at, length }
  }
  return best
}

/** "triệt lông tay" asked, rows begin "Triệt lông nách" and "Triệt lông chân". */
export function otherVariant(
  measure: Measure,
  unit: { name: Token[]; view: View; cover: number[] },
  around: { names: readonly Token[][]; headingCover: number[] },
): boolean {
  return contraryAsked(measure, unit.view) || siblingAsked(measure, unit, around)
}

function siblingAsked(
  measure: Measure,
  { name, cover }: { name: Token[]; cover: number[] },
  { names, headingCover }: { names: readonly Token[][]; headingCover: number[] },
): boolean {
  const { at, length } = nameRun(measure, name)
  const { tokens: asked, asking } = measure.query
  const next = at + length
  const other = asked[next]
  const beginning = name.slice(0, length)
  if (!other || length === 0 || length === name.length) return false
  // "Thứ hai" and "thứ bảy" are not variants.
  if (beginning.every(word => isStop(word) || timeWords.has(word.raw))) return false
  const unmet = (at: number) =>
    at < asked.length && !asking.has(at) && Math.max(cover[at]!, headingCover[at]!) <= little && !isStop(asked[at]!)
  // Its next word is elsewhere in the question ("thay pin ip 13, iPhone 13 ấy").
  if (!unmet(next) || asked.some(word => word.term === name[length]!.term)) return false
  if (isNumber(other)) return isNumber(name[length]!) && !name.some(({ raw }) => isRange.test(raw))
  if (wordWorth(other) < 1 && !(unmet(next + 1) && wordWorth(asked[next + 1]!) === 1)) return false
  const siblings = names.filter(
    one =>
      one !== name &&
      one.length > length &&
      beginning.every((word, i) => one[i]!.term === word.term) &&
      one[length]!.term !== name[length]!.term,
  )
  return siblings.length > 0
}

/** "2m10 đến 2m40" covers everything between. */
const isRange = /^(?:đến|tới|to|until|từ|trên|dưới|over|under)$/
const isNumber = ({ raw }: Token): boolean => /^\d{1,4}$/.test(raw)

const little = 0.3
const timeWords = new Set(['thứ', 'thu', 'ngày', 'ngay', 'tháng', 'thang', 'sáng', 'chiều', 'tối'])

/** Mutually exclusive: front or back, red or white. */
const groups = [
  'trước, sau',
  'trái, phải',
  'trong, ngoài',
  'trên, dưới',
  'nam, nữ',
  'lớn, nhỏ, to, mini',
  'cũ, mới',
  'đơn, đôi',
  'ngắn, dài',
  'dày, mỏng',
  'nóng, lạnh',
  'chay, mặn, ngọt',
  'đỏ, xanh, trắng, đen, vàng, hồng, tím, nâu, xám, cam',
  'samsung, lg, toshiba, panasonic, sony, sharp, electrolux, daikin, casper, aqua, xiaomi, oppo, vivo, realme, nokia, iphone',
  'hàn, nhật, mỹ, đức, pháp, thái, đài, việt',
  'honda, yamaha, suzuki, vinfast, piaggio, toyota, kia, mazda, hyundai',
  'nike, adidas, puma, converse, vans',
  'red, blue, green, white, black, yellow, pink, purple, brown, grey',
].map(group => new Set(tokens(group).map(({ term }) => term)))

/** "thắng sau" asked, only "thắng trước" there; or "xe đạp" and "xe máy". */
function contraryAsked(measure: Measure, view: View): boolean {
  const { tokens: asked, compounds } = measure.query
  const insteadOf = (before: Token, token: Token, isOther: (term: string) => boolean): boolean =>
    !view.positions.has(token.term) &&
    (view.positions.get(before.term) ?? []).some(there => isOther(view.tokens[there + 1]?.term ?? ''))
  return asked.some((token, at) => {
    const before = asked[at - 1]
    if (!before || isStop(before)) return false
    const group = groups.find(one => one.has(token.term))
    if (group && (insteadOf(before, token, term => group.has(term)) || groupApart(before, token, group, view)))
      return true
    const isOne = compounds.some(one => one.at === at - 1 && one.length === 2)
    const kinds = (isOne ? kindsOf : plainKindsOf).get(before.term) ?? plainKindsOf.get(before.term)
    return kinds ? kinds.has(token.term) && insteadOf(before, token, term => kinds.has(term)) : false
  })
}

/** "thắng sau" asked, only "thắng đĩa trước" there. */
function groupApart(before: Token, token: Token, group: Set<string>, view: View): boolean {
  const ats = view.positions.get(before.term) ?? []
  return !view.positions.has(token.term) && ats.some(there => group.has(view.tokens[there + 2]?.term ?? ''))
}

/** Kinds sharing a first syllable exclude each other. */
const kindsOf = kindsBySyllable({
  xe: 'máy, đạp, hơi, khách, tải, buýt, lăn, ga, số, điện',
  máy: 'giặt, lạnh, sấy, tính, bay, ảnh, in, lọc, hút, khoan, ép, xay',
  tiếng: 'anh, việt, hàn, nhật, trung, pháp, đức, nga, hoa',
  nước: 'mắm, ngọt, hoa, ép, suối, khoáng, tương',
  bánh: 'kem, mì, ngọt, bao, cuốn, xèo, tráng',
  thẻ: 'tín dụng, nhớ, sim',
})

/** Likewise, unless other words can follow ("bánh bao nhiêu"). */
const plainKindsOf = kindsBySyllable({
  áo: 'khoác, thun, phông, len, sơ, vest, polo, hoodie, gió, phao, tắm, croptop',
  quần: 'jean, jeans, kaki, short, tây, đùi, legging, jogger, nỉ, baggy',
  giày: 'sneaker, sandal, boot, lười, tây, búp',
  sữa: 'tươi, chua, rửa, tắm, bột, đậu',
  trà: 'sữa, đào, chanh, vải, oolong, gừng',
  bún: 'bò, chả, riêu, đậu, mắm',
  phở: 'bò, gà',
  cơm: 'gà, sườn, tấm, rang, chiên',
  kem: 'nền, dưỡng, trộn, ốc, que',
  quạt: 'trần, đứng, treo, hộp',
  nồi: 'cơm, chiên, lẩu, áp',
  tủ: 'lạnh, sách, giày, bếp',
  hoa: 'hồng, lan, cúc, ly, tulip, baby',
})

function kindsBySyllable(kinds: Record<string, string>): Map<string, Set<string>> {
  return new Map(
    Object.entries(kinds).map(([first, rest]) => [
      tokens(first)[0]!.term,
      new Set(tokens(rest).map(({ term }) => term)),
    ]),
  )
}
