import type { FoundList, ListLine } from '../finding/find-list.ts'
import { isPlain, keysIn, lowered, shown } from './say-fact.ts'

export type ShownLines = { lines: string[]; entries: ListLine[]; left: number }

const maxLines = 12
const minPerSection = 2
const maxKeyLength = 24

/** Lines grouped under their heading, as many as fit. */
export function sayList({ lines, isWhole }: FoundList, maxLength: number): ShownLines {
  const list: ShownLines = { lines: [], entries: [], left: 0 }
  const chosen = isWhole ? someOfEach(lines) : lines
  const sections = new Set(lines.map(({ entry }) => entry.path.at(-1)))
  let section: string | undefined
  let length = 0
  for (const one of chosen) {
    const above = one.entry.path.at(-1)
    const title = sections.size > 1 && above !== section && above ? [`${above}:`] : []
    const line = `• ${lineOf(one)}`
    length += [...title, line].reduce((sum, text) => sum + text.length + 1, 0)
    if (list.entries.length === maxLines || length > maxLength) break
    section = above
    list.lines.push(...title, line)
    list.entries.push(one)
  }
  list.left = lines.length - list.entries.length
  return list
}

function someOfEach(lines: ListLine[]): ListLine[] {
  if (lines.length <= maxLines) return lines
  const sections = [...Map.groupBy(lines, ({ entry }) => entry.path.at(-1)).values()]
  const share = Math.max(minPerSection, Math.floor(maxLines / sections.length))
  return sections.flatMap(own => own.slice(0, share))
}

/** "Bông 1 (4–5 tuổi): 4.900.000đ", "Vest: 90k (thường), 130k (gấp)", "Vest, gấp: 130k". */
function lineOf(line: ListLine): string {
  const { entry, cells } = line
  const name = calledIn(line)
  const [only] = cells
  if (cells.length === 1 && only)
    return isPlain(only.head)
      ? `${name}: ${shown(only, entry.scale)}`
      : `${name}, ${lowered(only.head)}: ${shown(only, entry.scale)}`
  const values = cells.map(cell =>
    isPlain(cell.head) ? shown(cell, entry.scale) : `${shown(cell, entry.scale)} (${lowered(cell.head)})`,
  )
  return `${name}: ${values.join(', ')}`
}

/** "Nòng Nọc (TDM)", and what distinguishes rows of the same name: "Massage body (60 phút)". */
function calledIn({ entry: { name, cells: all }, cells, keys }: ListLine): string {
  const [first] = all
  const shortWords = first?.kind === 'words' && first.value.length <= maxKeyLength ? [first] : []
  const key = keysIn((keys.length ? keys : shortWords).filter(key => !cells.includes(key)))
  return key ? `${name} (${key})` : name
}
