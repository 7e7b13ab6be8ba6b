import { plainText } from '../reading/plain-text.ts'
import type { FoundFact } from '../finding/find-facts.ts'
import { asksSum, countOf } from '../understanding/count-of.ts'
import type { Frame } from '../understanding/frame.ts'

/** "2 × 890.000đ = 1.780.000đ"; undefined if a price is not a plain number. */
export function workOut(found: readonly FoundFact[], frame: Frame): string | undefined {
  if (!asksSum.test(frame.plain)) return undefined
  const prices = found.map(({ cells, entry }) =>
    cells.length === 1 ? priceOf(cells[0]!.value, entry.scale) : undefined,
  )
  if (prices.includes(undefined)) return undefined
  const known = prices.flatMap(price => price ?? [])
  const count = countOf(frame)
  if (known.length === 1 && count !== undefined) return `${count} × ${money(known[0]!)} = ${money(count * known[0]!)}`
  if (known.length < 2 || count !== undefined) return undefined
  return `${known.map(money).join(' + ')} = ${money(known.reduce((sum, price) => sum + price, 0))}`
}

/** In đồng; undefined if it is not one plain figure. */
export function priceOf(value: string, scale: number): number | undefined {
  const match = /^(\d+(?:\.\d+)?) ?(?:d|vnd|dong|k)?(?: ?\/ ?\p{L}+)?\.?$/u.exec(plainText(value).trim())
  return match ? Number(match[1]) * (Number(match[1]) < 10_000 ? scale : 1) : undefined
}

function money(value: number): string {
  return `${String(value).replace(/\B(?=(?:\d{3})+$)/gu, '.')}đ`
}
