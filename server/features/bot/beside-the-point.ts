import type { Found } from '#features/training/find-passages.ts'
import { provincesIn } from '#features/training/phrases.ts'
import { isStop, wordWorth } from '#features/training/stop-words.ts'
import type { Token } from '#features/training/tokens.ts'
import { fold } from '#shared/rules/fold.ts'

/**
 * Whether what was found speaks of something else than what was asked, plainly: too few such cases to learn from, and a wrong price
 * is dear.
 */
export function isBesideThePoint(found: Found): boolean {
  return isOtherThing(found) || isOtherCount(found) || isOtherCode(found) || isUnheardCode(found) || isOtherArea(found)
}

/** "Ghế giá bao nhiêu?" is not answered by the price of whatever has one. */
function isOtherThing({ type, measure, units, passages }: Found): boolean {
  const [best] = units
  const passage = best && passages[best.passage]
  if ((type !== 'money' && type !== 'number') || !passage) return false
  const { tokens, asking } = measure.query
  const metWords = new Set(tokens.flatMap(({ term }, at) => (passage.cover[at]! > met ? [term] : [])))
  if (provincesIn(tokens).some(town => town.split(' ').every(word => metWords.has(word)))) return false
  const isCount = (at: number): boolean => counted.test(tokens[at]!.term) || counted.test(tokens[at + 1]?.term ?? '')
  const names = (token: Token, at: number): boolean =>
    !isStop(token) && !asking.has(at) && (wordWorth(token) === 1 || isRoom(token) || /^\d/.test(token.raw))
  const named = tokens.flatMap((token, at) => (names(token, at) && !isCount(at) ? [at] : []))
  return named.length > 0 && named.every(at => Math.max(passage.cover[at]!, passage.headingCover[at]!) < little)
}

/** A word of every hotel's customers, and yet what they ask the price of. */
const isRoom = ({ term }: Token): boolean => term === 'phong' || term === 'room'

const little = 0.3
const met = 0.5
const counted = /^(?:nguoi|khach|ng|pax|people|person|guest|adult)$/

/** What is counted, in each of its words; what is measured. */
const counts = [
  '(?:nguoi|khach|ng|pax|people|persons?|guests?|adults?)',
  '(?:buoi|sessions?)',
  '(?:tuoi|years? old)',
  ...['suat', 'mam', 'ghe', 'tang', 'lon', 'vien', 'cho', 'mon', 'cai'],
]
const measures = ['km', 'kg']

/**
 * "Phòng cho 4 người" beside "Sức chứa: 2 khách", "12 buổi" beside "8 buổi", 30 km beside "dưới 20 km"; at least and at most are
 * understood, and so is what each further one costs.
 */
function isOtherCount({ measure, units }: Found): boolean {
  const asked = measure.query.tokens.map(({ term }) => term).join(' ')
  const said = fold(units[0]?.unit.text ?? '')
  const around = fold(units.flatMap(one => (one.passage === units[0]?.passage ? [one.unit.text] : [])).join('\n'))
  return (
    counts.some(kind => isOther(kind, asked, said)) ||
    measures.some(
      kind => isOther(kind, asked, said) && !new RegExp(`(?:moi|tung|them|/|per|each) ?1? ?${kind}\\b`).test(around),
    )
  )
}

function isOther(kind: string, asked: string, said: string): boolean {
  const count = Number(new RegExp(`(?<![\\d.,/-])(\\d{1,2}) ?${kind}\\b`).exec(asked)?.[1])
  if (!(count > 1)) return false
  const range = `(${bound})?(?<![\\d.,])(\\d{1,3})(?: ?(?:-|–|den|toi|to) ?(\\d{1,3}))? ?${kind}\\b`
  const there = [...said.matchAll(new RegExp(range, 'g'))]
  return there.length > 0 && !there.some(([, word, from, to]) => admits(count, word, Number(from), Number(to)))
}

const bound = '(?:toi thieu|it nhat|tu|tren|toi da|duoi|at least|from|over|at most|up to|under) ?'

function admits(count: number, word: string | undefined, from: number, to: number): boolean {
  if (to) return count >= from && count <= to
  if (!word) return count === from
  return /toi da|duoi|most|up to|under/.test(word) ? count <= from : count >= from
}

/** "BG66" beside "BG65", also where its number stands apart. */
function isOtherCode({ measure, units }: Found): boolean {
  const said = [
    ...fold(units[0]?.unit.text ?? '').matchAll(/(?<![\p{L}\d])(\p{L}{2,8})-?(\d{2,4})(?![\p{L}\d.,:/%-])/gu),
  ]
  const { tokens } = measure.query
  return tokens.some(({ term }, at) => {
    const [, letters, number] = /^(\p{L}{2,8})-?(\d{2,4})$/u.exec(`${tokens[at - 1]?.term ?? ''}${term}`) ?? []
    const alike = said.filter(([, others]) => others === letters)
    return letters !== undefined && alike.length > 0 && alike.every(([, , other]) => other !== number)
  })
}

/** "A2", "hạng D", "20x30": what is asked for by a sign that nothing of the passage bears. */
function isUnheardCode({ measure, type, passages, units }: Found): boolean {
  const passage = passages[units[0]?.passage ?? -1]
  if (!passage || (type !== 'money' && type !== 'number')) return false
  const asked = fold(measure.query.text)
  const said = fold([...passage.headed, ...passage.units.map(({ unit }) => unit.text)].join(' '))
  const bears = (sign: string): boolean => new RegExp(`(?<![a-z\\d])${sign}(?![a-z\\d])`).test(said)
  const size = /(?<![\d.,])(\d{1,4}) ?x ?(\d{1,4})(?!\d)/.exec(asked)
  if (size && !new RegExp(`(?<!\\d)${size[1]} ?x ?${size[2]}(?!\\d)`).test(said)) return true
  const range = /(?<![\d.,])(\d{1,2}) ?(?:-|–|den|toi) ?(\d{1,3}) ?(?:thang|tuoi|kg|km)(?![a-z])/.exec(asked)
  if (range && !new RegExp(`(?<!\\d)${range[1]} ?(?:-|–|den|toi) ?${range[2]}(?!\\d)`).test(said)) return true
  const height = /(?<![\d.,])\d{1,2}m\d{1,2}(?!\d)/.exec(asked)?.[0]
  if (height && !/(?<![a-z])cao(?![a-z])/.test(asked) && isOtherHeight(height, said)) return true
  const code = /(?<![a-z\d])([a-gi-osu-z]\d{1,2})(?![a-z\d])/.exec(asked)?.[1]
  const grade = /(?<![a-z])(?:hang|bang|khu|toa) ([a-f])(?![a-z\d])/.exec(asked)?.[1]
  return (code !== undefined && !bears(code)) || (grade !== undefined && !bears(grade))
}

/** "Nệm 1m4" beside "1m6" and "1m8"; a range or a limit may hold it. */
function isOtherHeight(height: string, said: string): boolean {
  const there: string[] = said.match(/(?<![\d.,])\d{1,2}m\d{1,2}(?!\d)/g) ?? []
  return there.length > 0 && !there.includes(height) && !/m\d* ?(?:-|–|den|toi) ?\d+m|(?:duoi|tren|tu) \d+m/.test(said)
}

/** What it costs to bring something "đi tỉnh" is not what it costs "nội thành". */
function isOtherArea({ measure, units, passages }: Found): boolean {
  const [best] = units
  const passage = best && passages[best.passage]
  if (!best || !passage) return false
  const asked = areasIn(measure.query.tokens.map(({ raw }) => raw).join(' '))
  const said = areasIn(best.unit.text)
  return asked.size > 0 && said.size > 0 && asked.isDisjointFrom(said)
}

const areas = {
  inner: /(?<!\p{L})(?:nội (?:thành|ô)|noi (?:thanh|o))(?!\p{L})/iu,
  outer: /(?<!\p{L})(?:ngoại (?:thành|ô)|ngoai (?:thanh|o))(?!\p{L})/iu,
  province: /(?<!\p{L})(?:tỉnh(?! táo)|(?:di|gui|ship|hang|ngoai|cac|lien|ve|o) tinh)(?!\p{L})/iu,
}

function areasIn(text: string): Set<string> {
  return new Set(Object.entries(areas).flatMap(([area, words]) => (words.test(text.normalize('NFC')) ? [area] : [])))
}
