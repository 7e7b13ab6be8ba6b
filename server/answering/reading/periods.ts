import { fold } from '#shared/rules/text/fold.ts'
import { type Day, daysIn } from './days.ts'

/** Both days included. */
export type Period = { from?: Day; until?: Day }

const filler = String.raw`(?: (?:den|toi|het|ngay|\d{1,2} ?(?:h|g|:) ?\d{0,2}))*`
const span = new RegExp(String.raw`«(\d+)»,? ?(?:-|–|—|->|→|den|toi|to|until|till|through)${filler} ?«(\d+)»`, 'u')
const end = new RegExp(String.raw`(?<!\p{L})(?:den|toi|han|het|until|till|through|by)${filler}:? «(\d+)»`, 'u')
const begin =
  /(?<!\p{L})(?:ap dung|hieu luc|bat dau|ke tu|tu ngay|from|effective|tu)(?: tu| ke tu| ngay| from| on)*:? ?«(\d+)»/u

/** "từ 5/3 đến hết 20/3", "hiệu lực 05/03/2027", "until 30 Sept". A line that only names days has no period. */
export function periodIn(line: string, near: Day): Period | undefined {
  const folded = fold(line)
  const mentions = daysIn(folded, near).filter(({ unit }) => unit !== 'year')
  if (mentions.length === 0) return undefined
  let marked = ''
  let at = 0
  mentions.forEach((mention, i) => {
    marked += `${folded.slice(at, mention.start)}«${i}»`
    at = mention.end
  })
  marked += folded.slice(at)
  const both = span.exec(marked)
  if (both) return { from: mentions[Number(both[1])]!.from, until: mentions[Number(both[2])]!.until }
  const until = end.exec(marked)?.[1]
  const from = begin.exec(marked)?.[1]
  const period: Period = {
    ...(from !== undefined && from !== until && { from: mentions[Number(from)]!.from }),
    ...(until !== undefined && { until: mentions[Number(until)]!.until }),
  }
  return period.from || period.until ? period : undefined
}

/** "Ưu đãi tháng 3/2027", "tháng 8 – tháng 9/2026". */
export function monthsIn(heading: string, near: Day): Period | undefined {
  const folded = fold(heading)
  const exact = daysIn(folded, near).filter(({ unit }) => unit === 'month')
  const anchor = exact.find(({ start, end: stop }) => /20\d\d/.test(folded.slice(start, stop)))
  const months = anchor ? daysIn(folded, anchor.from).filter(({ unit }) => unit === 'month') : exact
  const [first] = months
  if (!first) return undefined
  return {
    from: months.reduce((min, { from }) => (from < min ? from : min), first.from),
    until: months.reduce((max, { until }) => (until > max ? until : max), first.until),
  }
}

/** A missing end is open. */
export function holdsOn({ from, until }: Period, today: Day): boolean {
  return (from === undefined || from <= today) && (until === undefined || today <= until)
}
