import { isFigure, mostly } from '../table-text.ts'

export type PriceList = { title: string; names: string[]; rows: string[][] }

/** Menus printed as lists side by side look like one table. Left list first; undefined if columns have names of their own. */
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
