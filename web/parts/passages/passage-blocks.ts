/** `from`: offset in the passage. */
export type Block =
  | { kind: 'words'; text: string; from: number }
  | { kind: 'table'; head: string[]; rows: { cells: string[]; from: number; to: number }[]; from: number }

type Line = { text: string; from: number }

const isRow = ({ text }: Line) => /^\s*\|.*\|\s*$/.test(text)
const isRule = ({ text }: Line) => /^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?)?\s*\|?\s*$/.test(text)

/** Lines with bars become tables; the rest is left unchanged. */
export function blocksOf(passage: string): Block[] {
  const blocks: Block[] = []
  const lines = linesOf(passage)
  for (let at = 0; at < lines.length;) {
    const line = lines[at]
    const next = lines[at + 1]
    if (line && next && isRow(line) && isRule(next)) {
      let end = at + 2
      while (lines[end] && isRow(lines[end] as Line)) end++
      const rows = lines
        .slice(at + 2, end)
        .map(({ text, from }) => ({ cells: cellsOf(text), from, to: from + text.length }))
      blocks.push({ kind: 'table', head: cellsOf(line.text), rows, from: line.from })
      at = end
      continue
    }
    const last = blocks.at(-1)
    if (line && last?.kind === 'words') last.text += `\n${line.text}`
    else if (line) blocks.push({ kind: 'words', ...line })
    at++
  }
  return blocks.filter(block => block.kind === 'table' || block.text.trim() !== '')
}

function linesOf(passage: string): Line[] {
  let from = 0
  return passage.split('\n').map(text => {
    const line = { text, from }
    from += text.length + 1
    return line
  })
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())
}
