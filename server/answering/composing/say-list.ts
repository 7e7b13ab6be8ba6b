import type { FoundList } from '../finding/find-list.ts'
import { isPlain, nameWithKeys, valuesOf } from './say-fact.ts'

export type SaidList = { lines: string[]; said: FoundList['lines']; left: number }

const mostLines = 12

/** The lines of a list, grouped under what stands above them, as many as there is room for. @param room letters */
export function sayList({ lines }: FoundList, room: number): SaidList {
  const said: SaidList = { lines: [], said: [], left: 0 }
  const sections = new Set(lines.map(({ entry }) => entry.path.at(-1)))
  let section: string | undefined
  let length = 0
  for (const one of lines) {
    const above = one.entry.path.at(-1)
    const title = sections.size > 1 && above !== section && above ? [`${above}:`] : []
    const name = nameWithKeys(one.entry, one.cells)
    const [only] = one.cells
    const line = `• ${one.cells.length === 1 && only && !isPlain(only.head) ? `${name}, ` : `${name}: `}${valuesOf(one)}`
    length += [...title, line].reduce((sum, text) => sum + text.length + 1, 0)
    if (said.said.length === mostLines || length > room) break
    section = above
    said.lines.push(...title, line)
    said.said.push(one)
  }
  said.left = lines.length - said.said.length
  return said
}
