import { type Row, readRow } from './asked-column.ts'
import { isPlain, lowered } from './say-fact.ts'

/** "Nến quế; Giá: 120.000đ; Cháy: 40 giờ" becomes "Nến quế: 120.000đ, cháy 40 giờ", "A1; Tên: Nến" "Nến (A1)". */
export function rowInWords(row: string): string {
  const [first = '', ...others] = row.split('; ')
  if (others.length === 0) return row
  const read = readRow(row)
  if (read) return sayRow({ ...read, name: read.name === first ? first : `${read.name} (${first})` })
  return `${first}: ${others.map(cell => inWords(cellIn(cell))).join(', ')}`
}

export function sayRow({ name, cells }: Row): string {
  return cells.length ? `${name}: ${cells.map(inWords).join(', ')}` : name
}

function cellIn(cell: string): Row['cells'][number] {
  const [, head = '', value = cell] = /^([^:]{1,40}): (.+)$/su.exec(cell) ?? []
  return { head, value }
}

function inWords({ head, value }: Row['cells'][number]): string {
  return isPlain(head) && !bareFigure.test(value) ? value : `${lowered(head)} ${value}`.trim()
}

/** Without its unit it would be a number of anything. */
const bareFigure = /^[\d.,]+$/u
