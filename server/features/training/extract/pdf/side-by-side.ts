import { isFigure, mostly } from '../table-text.ts'

/** One of several lists that stand beside each other; `names`: the names of its two columns. */
export type PriceList = { title: string; names: string[]; rows: string[][] }

/**
 * A menu printed as two or three lists of names and prices side by side, which looks like one wide table. Returns the lists,
 * the left one first, or nothing when the columns have names of their own: then it is a table.
 */
export function sideBySide(rows: string[][]): PriceList[] | undefined {
  const width = rows[0]?.length ?? 0
  if (width < 4 || width % 2 === 1 || rows.length < 3) return undefined
  const head = headOf(rows[0] ?? [])
  if (!head) return undefined
  const body = head === 'none' ? rows : rows.slice(1)
  const lists = Array.from({ length: width / 2 }, (_, i): PriceList => {
    const [name = '', price = ''] = rows[0]?.slice(2 * i, 2 * i + 2) ?? []
    const entries = body.map(row => row.slice(2 * i, 2 * i + 2)).filter(row => row.some(cell => cell !== ''))
    return { title: head === 'titles' ? name : '', names: head === 'names' ? [name, price] : [], rows: entries }
  })
  return lists.every(isPriceList) ? lists : undefined
}

function headOf(first: string[]): 'titles' | 'names' | 'none' | undefined {
  const odd = first.filter((_, i) => i % 2 === 1)
  if (odd.every(cell => cell === '')) return 'titles'
  if (odd.every(cell => cell === '' || isFigure(cell))) return 'none'
  const pairs = odd.map((cell, i) => `${first[2 * i]}\t${cell}`)
  return new Set(pairs).size === 1 ? 'names' : undefined
}

function isPriceList({ rows }: PriceList): boolean {
  const names = rows.map(([name = '']) => name)
  const prices = rows.map(([, price = '']) => price)
  return prices.some(price => price !== '') && mostly(prices, isFigure) && !mostly(names, isFigure)
}
