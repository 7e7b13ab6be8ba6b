import { readRow } from './asked-column.ts'
import { isPlain, lowered } from './say-fact.ts'

/** "Nến quế; Giá: 120.000đ; Cháy: 40 giờ", or a row's cell as "Nến quế – Giá: 120.000đ": "Nến quế: 120.000đ, cháy 40 giờ". */
export function rowInWords(row: string): string {
  const [, name, cell] = /^([^;]+) – ([^;:]{1,60}: .+)$/su.exec(row) ?? []
  const read = readRow(cell === undefined ? row : `${name}; ${cell}`)
  if (read) return `${read.name}: ${read.cells.map(inWords).join(', ')}`
  const [first = '', ...others] = row.split('; ')
  return others.length ? `${first}: ${others.join(', ')}` : row
}

function inWords({ head, value }: { head: string; value: string }): string {
  return isPlain(head) && !bareFigure.test(value) ? value : `${lowered(head)} ${value}`.trim()
}

/** Without its unit it would be a number of anything. */
const bareFigure = /^[\d.,]+$/u
