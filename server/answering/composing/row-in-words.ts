import { isPlain, lowered } from './say-fact.ts'

/** "Nến quế; Giá: 120.000đ; Cháy: 40 giờ" becomes "Nến quế: 120.000đ, cháy 40 giờ". */
export function rowInWords(row: string): string {
  const [name = '', ...cells] = row.split('; ')
  const values = cells.map(cell => {
    const [, head = '', value = cell] = /^([^:]{1,40}): (.+)$/su.exec(cell) ?? []
    return isPlain(head) ? value : `${lowered(head)} ${value}`
  })
  return values.length ? `${name}: ${values.join(', ')}` : name
}
