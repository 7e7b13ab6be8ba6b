import type { Found, FoundPassage, FoundUnit } from '#features/training/find-passages.ts'
import { isStop, wordWorth } from '#features/training/stop-words.ts'
import { tokens } from '#features/training/tokens.ts'
import { fold } from '#shared/rules/fold.ts'
import { countriesIn } from './countries-in.ts'

/**
 * Whether what was found is said of another thing of the same shop: the row of another section, another size, a column that is empty
 * in this row, the others of a price list, another way to pay, people of another age. Like isBesideThePoint, by rule.
 */
export function isAnotherThing(found: Found): boolean {
  const [best] = found.units
  const passage = best && found.passages[best.passage]
  if (!best || !passage) return false
  if (isOtherSize(found, best) || isOtherWay(found, passage) || isOtherAge(found, best)) return true
  if (/^(?:money|yes_no)$/.test(found.type) && isOtherCountry(found, best, passage)) return true
  // Of a quote in the other language the words tell less.
  if (passage.measures.foreign === 1) return false
  return (
    isOtherSection(found, best, passage) ||
    isEmptyCell(found, best, passage) ||
    isOfItsSiblings(found, best, passage) ||
    isOtherCompound(found, best) ||
    isAnotherName(found, best, passage) ||
    isBetweenNames(found, best) ||
    isBetweenPrices(found, best) ||
    isKeyMissed(found, passage) ||
    isOtherMeal(found, passage)
  )
}

/** The words that name what is asked about, by their places. */
function namedIn({ measure: { query } }: Found): number[] {
  return query.tokens.flatMap((token, at) =>
    !isStop(token) && wordWorth(token) === 1 && !query.asking.has(at) && !/^\d/.test(token.raw) ? [at] : [],
  )
}

/** "Thay màn Oppo" beside Oppo's row under "Thay pin", where the shop has a list "Thay màn hình". */
function isOtherSection(found: Found, best: FoundUnit, passage: FoundPassage): boolean {
  if (!best.unit.row || !asksValue.has(found.type)) return false
  const isList = ({ units }: FoundPassage): boolean => units.filter(({ unit }) => unit.row).length > 1
  return namedIn(found).some(
    at =>
      !ofEveryOrder.has(found.measure.query.tokens[at]!.term) &&
      Math.max(best.cover[at]!, passage.headingCover[at]!) < half &&
      found.passages.some(other => other !== passage && other.headingCover[at]! > met && isList(other)),
  )
}

const asksValue = new Set<Found['type']>(['money', 'number', 'duration', 'percent'])
/** Who wants anything says so, whatever it is. */
const ofEveryOrder = new Set(
  'dat order hoi tu van bang bao xin dich vu phan suat goi combo set size co mau service'.split(' '),
)
const met = 0.75
const half = 0.5
const little = 0.3

/** The row is the one that was asked for, and has nothing in the column that was: other rows of its table have. */
function isEmptyCell(found: Found, best: FoundUnit, passage: FoundPassage): boolean {
  if (!best.unit.row) return false
  const own = passage.units.filter(({ unit }) => unit.row && unit.text !== best.unit.text)
  const labels = new Set(own.flatMap(({ unit }) => labelsOf(unit.text)))
  return (
    namedIn(found).some(
      at =>
        Math.max(best.cover[at]!, passage.headingCover[at]!) < little &&
        labels.has(found.measure.query.tokens[at]!.term) &&
        own.some(({ cover }) => cover[at]! > met),
    ) ||
    (found.measure.query.text.match(/\d+m\d+/g) ?? []).some(size => labels.has(size) && !best.unit.text.includes(size))
  )
}

/** The words of a row's column names. */
function labelsOf(row: string): string[] {
  return row
    .split('; ')
    .slice(1)
    .map(cell => cell.split(': ')[0]!)
    .flatMap(label => [label, ...tokens(label).map(({ term }) => term)])
}

/** "Size M" beside what is said of size S. */
function isOtherSize({ measure: { query } }: Found, best: FoundUnit): boolean {
  const asked = query.tokens.find(({ raw }, at) => {
    const before = query.tokens[at - 1]?.raw ?? ''
    return /^(?:x{1,3}l|[2-6]xl)$/.test(raw) || (/^(?:xs|s|m|l)$/.test(raw) && /^(?:size|sz|cỡ)$/.test(before))
  })
  const said = new Set([...best.unit.text.matchAll(sizes)].map(([size]) => size.toLowerCase()))
  return asked !== undefined && said.size > 0 && !said.has(asked.raw)
}

const sizes = /(?<![\p{L}\d.,'’])(?:XS|S|M|L|X{1,3}L|[2-6]XL)(?![\p{L}\d'’])/gu

/** "Croissant để được bao lâu?" beside how long the cookies of the same list keep. */
function isOfItsSiblings(found: Found, best: FoundUnit, passage: FoundPassage): boolean {
  const { query } = found.measure
  const missed = namedIn(found).filter(at => Math.max(passage.cover[at]!, passage.headingCover[at]!) < little)
  if (!missed.length) return false
  const said = new Set(tokens(best.unit.text).map(({ term }) => term))
  const asked = new Set(query.tokens.map(({ term }) => term))
  const firsts = found.passages
    .filter(list => list !== passage)
    .flatMap(firstsOf)
    .filter(first => first.length > 2)
  return missed.some(
    at => firsts.includes(query.tokens[at]!.term) && firsts.some(first => said.has(first) && !asked.has(first)),
  )
}

/** "Củ sạc" beside the row of "thay chân sạc", where another passage has the whole word. */
function isOtherCompound({ measure: { query }, passages, units }: Found, best: FoundUnit): boolean {
  if (!best.unit.row) return false
  const name = tokens(best.unit.text.split('; ')[0]!).map(({ term }) => term)
  return query.compounds.some(({ at, length }) => {
    const [first, second] = query.tokens.slice(at, at + length).map(({ term }) => term)
    const there = name.indexOf(second!)
    const before = name[there - 1]
    if (length !== 2 || before === undefined || before === first || doings.has(before)) return false
    const whole = `${first} ${second}`
    const holds = (unit: FoundUnit): boolean => fold(unit.unit.text).includes(whole)
    return !holds(best) && units.some(unit => passages[unit.passage] !== passages[best.passage] && holds(unit))
  })
}

const doings = new Set('thay sua lap ban mua thue lam ve son in may giat don gia combo bo set'.split(' '))

/** The first words of what a price list lists. */
function firstsOf({ units }: FoundPassage): string[] {
  const names = units.flatMap(({ unit }) => (unit.row || unit.text.length < 50 ? [nameOfLine(unit.text)] : []))
  const listed = names.flatMap(name => name[0] ?? [])
  return listed.length > 1 ? listed : []
}

/** "ZaloPay được không?" beside "MoMo", "quẹt thẻ" beside "tiền mặt, chuyển khoản". */
function isOtherWay({ measure: { query } }: Found, passage: FoundPassage): boolean {
  const said = passage.units
    .map(({ unit }) => unit.text)
    .join('\n')
    .toLowerCase()
  const asked = query.text.normalize('NFC').toLowerCase()
  const wallet = [...asked.matchAll(wallets)].map(([name]) => name.replace(/\s/g, ''))
  const isKnown = (name: string): boolean => said.replace(/\s/g, '').includes(name)
  if (wallet.length && !/ví điện tử|các ví|mọi ví|e-?wallet/u.test(said)) return !wallet.some(isKnown)
  return cardAsked.test(asked) && !cardSaid.test(said)
}

const wallets =
  /(?<!\p{L})(?:momo|zalo ?pay|vn ?pay|viettel ?(?:pay|money)|shopee ?pay|apple ?pay|google ?pay|samsung ?pay|paypal|alipay|wechat ?pay)(?!\p{L})/gu
/** "Ảnh thẻ" and "thẻ thành viên" pay for nothing. */
const cardSaid =
  /(?<!(?:ảnh|làm|số|có) )thẻ(?! (?:thành|hội|sinh|học|nhớ|cào|tích|quà|xe|tập|giữ))|cards?(?!\p{L})|visa|(?<!\p{L})pos(?!\p{L})/u
const cardAsked =
  /(?<!\p{L})(?:(?:quẹt|quet|cà|ca|bằng|qua) (?:thẻ|the)|thẻ (?:tín dụng|ngân hàng|visa)|the (?:tin dung|ngan hang|visa)|visa|mastercard|jcb|amex|(?:credit|debit) cards?|by card)(?!\p{L})/u

/** What a row or a line with a price calls its thing: the words before the first value. */
function nameOfLine(text: string): string[] {
  const name = /^(.{2,60}?)(?:[:;]\s|\s[–-]\s|\s(?:giá |từ |chỉ )*\d[\d.,]*\s?(?:đ|k|vnđ|triệu)(?!\p{L}))/u.exec(
    text,
  )?.[1]
  return name ? tokens(name).map(({ term }) => term) : []
}

/** "Cá kèo kho tộ" beside "cá lóc kho tộ", "vệ sinh nệm" beside "vệ sinh sofa": one word of the name is another. */
function isAnotherName(found: Found, best: FoundUnit, passage: FoundPassage): boolean {
  const { tokens: asked, language } = found.measure.query
  // Where something is sent to is no name of goods: "Ba Đình, Hà Nội" beside "Nội thành Hà Nội".
  if (!asksValue.has(found.type) || language !== 'vi' || asked.some(({ term }) => sends.has(term))) return false
  const name = nameOfLine(best.unit.text)
  const isAsked = (term: string | undefined): boolean => asked.some(one => one.term === term)
  return namedIn(found).some(at => {
    if (Math.max(best.cover[at]!, passage.headingCover[at]!) >= little || ofTime.has(asked[at]!.term)) return false
    const [left, right] = [asked[at - 1], asked[at + 1]]
    const after = left && !isStop(left) && !done.has(left.term) ? name[name.indexOf(left.term) + 1] : undefined
    const before = right && !isStop(right) ? name[name.indexOf(right.term) - 1] : undefined
    const replaces = (term: string | undefined): boolean =>
      term !== undefined && !isAsked(term) && !isStop({ raw: term, term })
    return (
      (name.includes(left?.term ?? '') && replaces(after)) || (name.includes(right?.term ?? '') && replaces(before))
    )
  })
}

const sends = new Set(['ship', 'giao', 'gui'])
const ofTime = new Set('dem toi sang trua chieu nay mai tuan tet le he'.split(' '))
/** What follows these is whom or what it is done to: "tắm chó" is "tắm sấy". */
const done = new Set('tam giat cat rua sua thay son kham hoc thue nhuom uon may in chup goi lam'.split(' '))

/** "Canh chua cá lóc" beside "cá lóc kho tộ" and "canh chua cá hú": it begins as one and goes on as the other. */
function isBetweenNames({ units, type }: Found, best: FoundUnit): boolean {
  const own = best.named
  if (!own || !asksValue.has(type)) return false
  return units.some(({ named, passage }) => {
    if (!named || passage !== best.passage) return false
    const [one, other] = own.from < named.from ? [own, named] : [named, own]
    return one.from < other.from && other.from < one.to && one.to < other.to
  })
}

/** "Bàn ăn 4 ghế gỗ sồi" beside "4 ghế gỗ dầu 6.500.000đ; 6 ghế gỗ sồi 11.800.000đ": what is asked for stands in two prices. */
function isBetweenPrices(found: Found, best: FoundUnit): boolean {
  if (found.type !== 'money' && found.type !== 'number') return false
  const parts = best.unit.text.split(/[;,] /u)
  const priced = parts.filter(part => /\d{3}(?:đ|k| ?vnđ)|\d ?(?:k|triệu|nghìn)(?!\p{L})/u.test(part))
  if (best.unit.row || priced.length < 2 || priced.length < parts.length) return false
  const { tokens: asked, asking, text } = found.measure.query
  const terms = parts.map(part => new Set(tokens(part).map(({ term }) => term)))
  const sought = asked.flatMap(({ term, raw }, at) =>
    !asking.has(at) && !isStop({ term, raw }) && terms.some(one => one.has(term)) ? [term] : [],
  )
  const first = terms[0]!
  // What all prices are of is said with the first.
  const told = (one: Set<string>): boolean =>
    sought.every(
      term => one.has(term) || (!/\d/.test(term) && first.has(term) && !terms.slice(1).some(other => other.has(term))),
    )
  const names = namedIn(found).map(at => asked[at]!.term)
  const isOne =
    names.filter(term => sought.includes(term)).length > 1 &&
    !/,|(?<!\p{L})(?:và|va|với|voi|hay|hoặc)(?!\p{L})/iu.test(text)
  const isSplit = sought.some(term => !first.has(term)) && (isOne || sought.some(term => /^\d/.test(term)))
  return isSplit && !terms.some(told)
}

const opens = new Set('mo dong nghi lam phai can nen duoc bi gap kip tinh mat ton mac dat re lau xa nhieu'.split(' '))

/** "Có phòng riêng không?", "nằm nóng không?": what is to be had, or how it is to be, is not spoken of. */
function isKeyMissed(found: Found, passage: FoundPassage): boolean {
  const { type } = found
  const { query } = found.measure
  if (type !== 'yes_no' || query.language !== 'vi') return false
  const end = query.tokens.findLastIndex(({ term }) => term === 'khong')
  const start = query.tokens.findIndex(({ term }) => term === 'co')
  const isMissed = (at: number): boolean => Math.max(passage.cover[at]!, passage.headingCover[at]!) < little
  const named = query.tokens.flatMap((token, at) =>
    at < end &&
    at > start &&
    (wordWorth(token) === 1 || token.term === 'phong') &&
    !query.asking.has(at) &&
    !opens.has(token.term)
      ? [at]
      : [],
  )
  // "Ghế massage có không": what is to be had comes before.
  if (start >= 0 && end === start + 1) {
    const before = namedIn(found).filter(at => at < start && !ofEveryOrder.has(query.tokens[at]!.term))
    return [before[0], before.at(-1)].some(at => at !== undefined && isMissed(at))
  }
  const last = named.at(-1)
  if (last !== undefined && last === end - 1 && isMissed(last)) return true
  if (start >= 0 && named[0] === start + 1 && isMissed(named[0]!)) return true
  return false
}

/** "Lớp cho người lớn" beside what children pay, and the other way round. */
function isOtherAge({ measure: { query }, passages }: Found, best: FoundUnit): boolean {
  const asked = query.text.normalize('NFC').toLowerCase()
  const units = passages[best.passage]!.units
  const at = units.findIndex(({ unit }) => unit === best.unit)
  const said = [units[at - 1], units[at], units[at + 1]].map(one => one?.unit.text.toLowerCase() ?? '').join('\n')
  return ages.some(
    ([sought, other, same]) =>
      sought.test(asked) && !other.test(asked) && other.test(best.unit.text.toLowerCase()) && !same.test(said),
  )
}

const grown = /(?<!\p{L})(?:người lớn(?! tuổi)|nguoi lon(?! tuoi)|adults?|grown-?ups?)(?!\p{L})/u
const young =
  /(?<!\p{L})(?:trẻ em|trẻ nhỏ|thiếu nhi|em bé|các bé|tre em|thieu nhi|em be|child|children|kids?)(?!\p{L})/u
/** Asked, said instead, and what would say the same as was asked. */
const ages: [RegExp, RegExp, RegExp][] = [
  [grown, young, grown],
  [young, grown, /(?<!\p{L})(?:trẻ|bé|tuổi|nhi|con)(?!\p{L})|child|kid|under \d/u],
]

/** "Buffet tối" beside "buffet trưa". */
function isOtherMeal({ measure: { query } }: Found, passage: FoundPassage): boolean {
  const said = [...passage.headed, ...passage.units.map(({ unit }) => unit.text)].join(' ').toLowerCase()
  return query.tokens.some(({ raw }, at) => {
    const before = query.tokens[at - 1]
    if (!meals.has(raw) || !before || isStop(before) || wordWorth(before) < 1 || said.includes(raw)) return false
    return passage.headed.has(before.raw) && [...meals].some(meal => passage.headed.has(meal))
  })
}

const meals = new Set(['sáng', 'trưa', 'chiều', 'tối'])

/** "6 trong 1 Hàn Quốc" beside the ones from France and Belgium. */
function isOtherCountry({ measure: { query } }: Found, best: FoundUnit, passage: FoundPassage): boolean {
  const asked = countriesIn(query.text)
  const said = countriesIn([...passage.headed, ...passage.units.map(({ unit }) => unit.text)].join(' '))
  return asked.size > 0 && countriesIn(best.unit.text).size > 0 && asked.isDisjointFrom(said)
}
