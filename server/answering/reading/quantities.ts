import { countedWords } from '../lexicon/counted-words.ts'

/** A number with what it counts, or what a text says of such numbers: "14 kg", "5 - 10 kg", "dưới 15 tuổi", "từ 500.000đ". */
export type Quantity = {
  /** of what; `money` for sums, `clock` for times of day, `plain` for numbers of nothing that is known */
  kind: string
  from: number
  to: number
  /** place among the words, for what stands before it */
  at: number
}

const kinds = new Map(
  Object.entries(countedWords.units).flatMap(([kind, { words, times }]) =>
    words.flatMap(word => (word.includes(' ') ? [] : [[word, { kind, times: times ?? 1 }] as const])),
  ),
)
const scales: Record<string, Record<string, number>> = countedWords.scales
const atMost: ReadonlySet<string> = new Set(countedWords.atMost)
const atLeast: ReadonlySet<string> = new Set(countedWords.atLeast)
const between: ReadonlySet<string> = new Set(countedWords.between)
const clock = /^(\d{1,2})h(\d\d)$/
const number = /^\d+(?:\.\d+)?$/
/** Nobody counts anything else in so many. */
const leastSum = 1000
const years = { from: 1900, to: 2100 }

type Counted = Quantity & { scale: number }

/** What a text says of amounts, limits and ranges. @param words folded, with canonical numbers: 365000, 9h30 */
export function quantitiesIn(words: readonly string[]): Quantity[] {
  return joined(amountsIn(words), words)
}

/** The amounts that a question names, each as it stands: "trước 20 ngày" is 20 days. */
export function askedQuantities(words: readonly string[]): Quantity[] {
  return amountsIn(words).map(({ scale: _, ...quantity }) => quantity)
}

function amountsIn(words: readonly string[]): Counted[] {
  const found: Counted[] = []
  words.forEach((word, at) => {
    const time = clock.exec(word)
    if (time) return found.push({ ...exactly('clock', Number(time[1]) * 60 + Number(time[2])), at, scale: 1 })
    if (!number.test(word)) return undefined
    const value = Number(word)
    const next = words[at + 1] ?? ''
    const unit = kinds.get(next)
    const scale = scales[unit?.kind ?? '']?.[next] ?? unit?.times ?? 1
    if (unit) return found.push({ ...exactly(unit.kind, value * scale), at, scale })
    if (value >= leastSum && !(value >= years.from && value <= years.to))
      return found.push({ ...exactly('money', value), at, scale: 1 })
    return found.push({ ...exactly('plain', value), at, scale: 1 })
  })
  return found
}

function exactly(kind: string, value: number): Omit<Quantity, 'at'> {
  return { kind, from: value, to: value }
}

/** "5 - 10 kg", "từ 5 đến 10 kg" are one; "dưới 5 kg" has an open end. */
function joined(found: readonly Counted[], words: readonly string[]): Quantity[] {
  const out: Quantity[] = []
  for (let i = 0; i < found.length; i++) {
    const one = found[i]!
    const next = found[i + 1]
    const gap = next ? words.slice(one.at + 1, next.at) : []
    const unitBetween = gap.length > 0 && kinds.get(gap[0]!)?.kind === one.kind ? gap.slice(1) : gap
    const least = one.kind === 'plain' ? one.from * (next?.scale ?? 1) : one.from
    const isRange =
      next !== undefined &&
      (one.kind === next.kind || one.kind === 'plain') &&
      next.kind !== 'plain' &&
      least < next.from &&
      (unitBetween.length === 0
        ? one.kind === 'plain' || one.kind === 'clock'
        : unitBetween.length === 1 && between.has(unitBetween[0]!))
    if (isRange) {
      out.push({ kind: next.kind, from: least, to: next.from, at: one.at })
      i++
      continue
    }
    const before = [words[one.at - 1] ?? '', words[one.at - 2] ?? '']
    const { scale: _, ...plain } = one
    if (before.some(word => atMost.has(word))) out.push({ ...plain, from: 0 })
    else if (before.some(word => atLeast.has(word))) out.push({ ...plain, to: Number.POSITIVE_INFINITY })
    else out.push(plain)
  }
  return out
}

/** Whether what a text says of such numbers holds one. */
export function holdsQuantity(said: Quantity, asked: Quantity): boolean {
  return said.kind === asked.kind && asked.from >= said.from && asked.from <= said.to
}
