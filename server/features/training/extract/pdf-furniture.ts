import { lineText, toBlock, type Block, type Line } from './pdf-lines.ts'

const PAGE_NUMBER = /^[-–—\s]*(trang|page)?\s*\d{1,4}\s*((\/|of|trên)\s*\d{1,4})?[-–—\s]*$/i
/** The counting part of a foot that says more: "Spa Hoa Cúc – trang 2", "bang-gia.html 2/3". Other figures are content. */
const COUNTED = /(trang|page)\s*\d+(\s*(\/|of|trên)\s*\d+)?|\d+\s*\/\s*\d+$/gi
const EDGE_LINES = 2

/** Page numbers go; a head or foot that most pages repeat stays once, where it first stands. */
export function withoutFurniture(pages: Block[][]): Block[][] {
  if (pages.length < 2) return pages
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const key of new Set(edgeLines(page).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const enough = Math.max(3, pages.length * 0.6)
  const seen = new Set<string>()
  return pages.map(page => {
    const drop = new Set<Line>()
    for (const line of edgeLines(page)) {
      const key = keyOf(line)
      if (PAGE_NUMBER.test(lineText(line)) || ((counts.get(key) ?? 0) >= enough && seen.has(key))) drop.add(line)
      seen.add(key)
    }
    return page.map(block => toBlock(block.lines.filter(line => !drop.has(line))))
  })
}

function edgeLines(page: Block[]): Line[] {
  const lines = page.flatMap(block => block.lines).toSorted((a, b) => a.y - b.y)
  return lines.length <= 2 * EDGE_LINES ? lines : [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)]
}

function keyOf(line: Line): string {
  return `${Math.round(line.y / 4)} ${lineText(line).replace(COUNTED, '#')}`
}
