import { lineText, toBlock, type Block, type Line } from './pdf-lines.ts'

const PAGE_NUMBER = /^[-–—\s]*(trang|page)?\s*\d{1,4}\s*((\/|of|trên)\s*\d{1,4})?[-–—\s]*$/i
/** Page counters: "Spa Hoa Cúc – trang 2", "bang-gia.html 2/3". Other figures are content. */
const COUNTED = /(trang|page)\s*\d+(\s*(\/|of|trên)\s*\d+)?|\d+\s*\/\s*\d+$/gi
const EDGE_LINES = 2

/** Removes page numbers; repeated headers stay on the first page, footers on the last, so text across page breaks stays whole. */
export function withoutFurniture(pages: Block[][]): Block[][] {
  if (pages.length < 2) return pages
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const key of new Set(edgeLines(page).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const enough = Math.max(3, pages.length * 0.6)
  const [first, last] = [new Map<string, number>(), new Map<string, number>()]
  pages.forEach((page, i) => {
    for (const key of edgeLines(page).map(keyOf)) {
      if (!first.has(key)) first.set(key, i)
      last.set(key, i)
    }
  })
  return pages.map((page, i) => {
    const drop = new Set<Line>()
    const lines = edgeLines(page)
    lines.forEach((line, at) => {
      const key = keyOf(line)
      const stays = at < lines.length / 2 ? first : last
      const repeated = (counts.get(key) ?? 0) >= enough
      if (PAGE_NUMBER.test(lineText(line)) || (repeated && stays.get(key) !== i)) drop.add(line)
      else if (repeated) withoutCount(line)
    })
    return page.map(block => toBlock(block.lines.filter(line => !drop.has(line))))
  })
}

/** "Hotline 0901 234 567 | Trang 4 / 4" keeps its number. */
function withoutCount(line: Line): void {
  for (const cell of line.cells)
    cell.text = cell.text.replace(/[\s|·–-]*(trang|page)\s*\d+(\s*(\/|of|trên)\s*\d+)?/gi, '')
  line.cells = line.cells.filter(cell => cell.text !== '')
}

function edgeLines(page: Block[]): Line[] {
  const lines = page.flatMap(block => block.lines).toSorted((a, b) => a.y - b.y)
  return lines.length <= 2 * EDGE_LINES ? lines : [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)]
}

function keyOf(line: Line): string {
  return `${Math.round(line.y / 4)} ${lineText(line).replace(COUNTED, '#')}`
}
