import { type Amount, amountsIn, bareFiguresIn, type Range, holds, rangesIn } from '../reading/amounts.ts'
import { remembered } from '../reading/read-once.ts'
import type { Candidate } from './candidate.ts'

type StatedAmounts = { ranges: readonly Range[]; amounts: readonly Amount[] }

const parts = /[;,|·\n()]\s|\s[–-]\s(?=\p{L})|\.\s+(?=\p{Lu})/u

const read = remembered((text: string): StatedAmounts => {
  const own = text
    .split(parts)
    .filter(part => /\d/u.test(part))
    .map(part => ({ part, ranges: rangesIn(part, headOf(part)) }))
  return {
    ranges: own.flatMap(({ ranges }) => ranges),
    amounts: own.flatMap(({ part, ranges }) => (ranges.length ? [] : amountsIn(part))),
  }
})

function headOf(part: string): string {
  return /^([^:\d]{2,40}):\s/u.exec(part)?.[1] ?? ''
}

/** True for any one of the figure's readings. */
function meets({ ranges, amounts }: StatedAmounts, asked: readonly Amount[]): boolean {
  return asked.some(
    one =>
      ranges.some(range => range.dimension === one.dimension && holds(range, one.value)) ||
      amounts.some(({ dimension, value }) => dimension === one.dimension && value === one.value),
  )
}

function speaksOf({ ranges, amounts }: StatedAmounts, asked: readonly Amount[]): boolean {
  return [...ranges, ...amounts].some(one => asked.some(({ dimension }) => one.dimension === dimension))
}

/** Numbers, sizes, ages, days and amounts of the question: met or contradicted. */
export function measureAmounts({ question, reply, headings, passage, shop }: Candidate) {
  const asked = amountsIn(question.text)
  const counted = [...Map.groupBy(asked, ({ at }) => at).values()]
  const bare = bareFiguresIn(question.text)
  const line = read(`${headings.join('\n')}\n${reply.line}`)
  const around = read(passage)
  const others = reply.text.split('\n').map(read)
  const isMet = (one: readonly Amount[]): boolean => meets(line, one)
  const isContradicted = (one: readonly Amount[]): boolean => !isMet(one) && speaksOf(line, one)
  const figures = new Set(shop.terms(`${headings.join('\n')}\n${reply.line}`).filter(term => /^\d/.test(term)))
  const codes = shop
    .terms(question.text)
    .filter(term => /\d/.test(term) && /\p{L}/u.test(term) && !/^\d+h\d\d$/.test(term))
  const terms = new Set(shop.terms(reply.line))
  return {
    amounts: counted.length,
    amountsMet: counted.filter(isMet).length,
    amountsByRange: counted.filter(one => meets({ ...line, amounts: [] }, one)).length,
    amountsContradicted: counted.filter(isContradicted).length,
    amountsMissed: counted.filter(one => !isMet(one) && !isContradicted(one)).length,
    amountsElsewhere: counted.filter(one => !isMet(one) && meets(around, one)).length,
    // Each of several lines may hold for other amounts.
    linesContradict: others.filter(own => counted.some(one => speaksOf(own, one) && !meets(own, one))).length,
    figures: bare.length,
    figuresMissed: bare.filter(figure => !figures.has(figure)).length,
    codesMissed: codes.filter(code => !terms.has(code)).length,
    saidBounds: line.ranges.filter(({ dimension }) => dimension !== 'clock' && dimension !== 'money').length,
    saidAmountsNotAsked: new Set(
      line.amounts
        .filter(({ dimension }) => dimension !== 'money' && !asked.some(one => one.dimension === dimension))
        .map(({ at }) => at),
    ).size,
  }
}
