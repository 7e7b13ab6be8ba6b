import type { Found, FoundUnit } from '#features/training/find-passages.ts'
import { fold } from '#shared/rules/fold.ts'

/** A person's centimetres and kilograms, as far as they are told. */
export type Measures = { tall?: number; heavy?: number }
type Range = { from: number; to: number }

/** More would be a list, and no answer. */
const mostRows = 3

/**
 * The rows of a size table that a customer's height and weight fall in: "mình cao 1m60 nặng 50kg mặc size nào" has no word with them in
 * common. No row where a measure lies outside of the table, or where none was told.
 */
export function sizeRows(found: Found): FoundUnit[] {
  const text = found.measure.query.text.normalize('NFC').toLowerCase()
  const told = measuresIn(text)
  const kinds = (['tall', 'heavy'] as const).filter(kind => told[kind] !== undefined)
  if (kinds.length === 0 || !(asksSize.test(fold(text)) || kinds.length === 2)) return []
  for (const [at, passage] of found.passages.entries()) {
    const rows = passage.units.flatMap(({ unit }) => {
      const ranges = rangesIn(unit.text)
      return ranges.tall || ranges.heavy ? [{ text: unit.text, ranges }] : []
    })
    // Of the measures that the table has, each has to lie in some row.
    const asked = kinds.filter(kind => rows.some(({ ranges }) => ranges[kind]))
    if (rows.length < 2 || asked.length === 0) continue
    const holds = (row: (typeof rows)[number], kind: keyof Measures): boolean => {
      const range = row.ranges[kind]
      return range !== undefined && told[kind]! >= range.from && told[kind]! <= range.to
    }
    if (!asked.every(kind => rows.some(row => holds(row, kind)))) continue
    const whole = rows.filter(row => asked.every(kind => holds(row, kind)))
    const fitting = whole.length > 0 ? whole : rows.filter(row => asked.some(kind => holds(row, kind)))
    const texts = new Set(fitting.slice(0, mostRows).map(row => row.text))
    return found.units.filter(one => one.passage === at && texts.has(one.unit.text))
  }
  return []
}

const asksSize = /(?<!\p{L})(?:size|sz|co nao|co gi|co may|mac so|so may)(?!\p{L})/u

/** "1m60", "1m6", "1.6m", "160cm", "cao 160"; "50kg", "50 ký", "nặng 50". */
export function measuresIn(text: string): Measures {
  const plain = fold(text.toLowerCase())
  const metres = /(?<![\d,.])1 ?(?:m|[.,](?=\d{1,2} ?m)) ?(\d{1,2})(?!\d)/.exec(plain)
  const centimetres =
    /(?<![\d,.])(1[3-9]\d|20\d) ?cm/.exec(plain) ?? /cao (?:tam |khoang )?(1[3-9]\d|20\d)(?!\d)/.exec(plain)
  const kilograms =
    /(?<![\d,.])(\d{2,3})(?:[.,]5)? ?(?:kg|ky|ki|can)(?!\p{L})/u.exec(plain) ??
    /nang (?:tam |khoang )?(\d{2,3})(?!\d)/.exec(plain)
  const tall = metres ? 100 + Number(metres[1]!.padEnd(2, '0')) : Number(centimetres?.[1] ?? Number.NaN)
  const heavy = Number(kilograms?.[1] ?? Number.NaN)
  return {
    ...(tall >= 130 && tall <= 210 && { tall }),
    ...(heavy >= 25 && heavy <= 160 && { heavy }),
  }
}

/** What a row says of heights and weights: by its column's name, or by the unit behind the figures. */
function rangesIn(row: string): { tall?: Range; heavy?: Range } {
  const ranges: { tall?: Range; heavy?: Range } = {}
  for (const cell of fold(row.toLowerCase()).split(/[;|,]|\.(?!\d)/)) {
    const kind = /(?<!\p{L})(?:cao|height|cm)(?!\p{L})|\d ?cm|1m\d/u.test(cell)
      ? 'tall'
      : /(?<!\p{L})(?:nang|weight|kg|ky)(?!\p{L})|\d ?(?:kg|ky)(?!\p{L})/u.test(cell)
        ? 'heavy'
        : undefined
    const range = kind && rangeOf(cell)
    if (kind && range) ranges[kind] ??= range
  }
  return ranges
}

function rangeOf(cell: string): Range | undefined {
  const plain = cell.replace(/1m(\d{1,2})/g, (_whole, rest: string) => `1${rest.padEnd(2, '0')}`)
  const two = /(\d{2,3}) ?(?:cm|kg|ky)? ?(?:-|–|den|toi|to|~) ?(\d{2,3})/.exec(plain)
  if (two) return { from: Number(two[1]), to: Number(two[2]) }
  const under = /(?:duoi|under|<|toi da) ?(\d{2,3})/.exec(plain)
  if (under) return { from: 0, to: Number(under[1]) }
  const over = /(?:tren|over|>|tu) ?(\d{2,3})/.exec(plain)
  return over ? { from: Number(over[1]), to: Number.POSITIVE_INFINITY } : undefined
}
