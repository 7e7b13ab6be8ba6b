import { isPlain, lowered } from './say-fact.ts'

/** A row as it is read aloud: "Nến quế; Giá: 120.000đ; Cháy: 40 giờ" is "Nến quế: 120.000đ, cháy 40 giờ". */
export function rowInWords(row: string): string {
  const [name = '', ...cells] = row.split('; ')
  const said = cells.map(cell => {
    const [, head = '', value = cell] = /^([^:]{1,40}): (.+)$/su.exec(cell) ?? []
    return isPlain(head) ? value : `${lowered(head)} ${value}`
  })
  return said.length ? `${name}: ${said.join(', ')}` : name
}
