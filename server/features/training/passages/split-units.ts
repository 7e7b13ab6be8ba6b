import { readBlocks } from './read-blocks.ts'

/** The smallest quotable part: sentence, list item or table row. */
export type Unit = {
  start: number
  end: number
  /** As shown to a customer: rows with column names, white space collapsed. */
  text: string
  row: boolean
}

const maxUnitLength = 480
const abbreviation =
  /(?:^|[\s(])(?:TP|ThS|BS|TS|PGS|GS|KTS|Th\.S|Mr|Mrs|Ms|Dr|Prof|St|No|vs|Jr|Sr|Inc|Ltd|Co|Gen|Col|Lt|Capt|Sen|Rep|etc|v\.v|e\.g|i\.e|U\.S|\p{Lu})\.$/u

const sentenceEnd = /(?:[.!?…]+["”’)]?)\s+(?=[\p{Lu}\p{N}"“‘'([*-])/gu
const partEnd = /(?:[.!?…;]+["”’)]?)\s+(?=[\p{Lu}\p{N}"“‘'([*-])/gu

export function splitUnits(text: string): Unit[] {
  const units: Unit[] = []
  for (const block of readBlocks(text, { headings: false })) {
    if (block.kind === 'row') {
      const shown = rowText(block.cells, block.columns)
      if (hasWords(shown)) units.push({ ...withoutPipes(text, block), text: shown, row: true })
    } else if (block.kind === 'text') {
      const found = sentences(text, block.start, block.end)
      units.push(...(block.under ? found.map(unit => below(text, block.under!, unit)) : found))
    }
  }
  return units
}

function below(text: string, parent: { start: number; end: number }, unit: Unit): Unit {
  const [above] = pieces(text, parent.start, parent.end)
  const shown = `${above?.text ?? ''} ${unit.text}`.trim()
  return shown.length <= maxUnitLength ? { ...unit, text: shown } : unit
}

function withoutPipes(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const row = text.slice(start, end)
  const from = start + (/^[|\s]*/.exec(row)?.[0].length ?? 0)
  return { start: from, end: Math.max(from, end - (/[|\s]*$/.exec(row)?.[0].length ?? 0)) }
}

function rowText(cells: string[], columns: string[] | null): string {
  const [name = '', ...values] = cells
  const parts = values.flatMap((cell, i) => {
    if (!cell || /^[-–—]$/.test(cell)) return []
    return columns?.[i + 1] ? `${columns[i + 1]}: ${cell}` : cell
  })
  if (!columns)
    return [name, ...parts]
      .filter(Boolean)
      .join(': ')
      .replace(/: (?=.*: )/g, ' – ')
  return [name, ...parts].filter(Boolean).join('; ')
}

function sentences(text: string, start: number, end: number): Unit[] {
  const units: Unit[] = []
  const body = text.slice(start, end)
  const boundary = isSchedule(body) ? sentenceEnd : partEnd
  boundary.lastIndex = 0
  let from = 0
  for (let match = boundary.exec(body); match; match = boundary.exec(body)) {
    const to = match.index + match[0].trimEnd().length
    if (abbreviation.test(body.slice(from, to))) continue
    if (body[to - 1] === ';' && continues.test(body.slice(to))) continue
    if (/^(?:(?:điều|bước|mục|phần|chương|khoản|step|part|section)\s+)?\d{1,2}\.$/iu.test(body.slice(from, to).trim()))
      continue
    units.push(...pieces(text, start + from, start + to))
    from = match.index + match[0].length
  }
  units.push(...pieces(text, start + from, end))
  return units
}

/** "Kệ 1 tầng: 700.000đ; 2 tầng: 1.200.000đ": meaningless without what precedes it. */
const continues = /^\s+\d+\s\p{L}+(?:\s\p{L}+)?\s?:/u

/** "T2–T6: 8h–21h; CN nghỉ": half of it would mislead. */
function isSchedule(body: string): boolean {
  return body.length <= 200 && /;/.test(body) && /(?<!\d)\d{1,2}\s?(?:h|:\d\d|giờ)/iu.test(body)
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function pieces(text: string, start: number, end: number): Unit[] {
  if (end - start <= maxUnitLength) {
    const shown = text
      .slice(start, end)
      .replace(/\s+/g, ' ')
      .replace(/^(?:[-*•●▪◦‣✓✔☑►➤»+–])\s+/u, '')
      .trim()
    return hasWords(shown) ? [{ start, end, text: shown, row: false }] : []
  }
  const window = text.slice(start, start + maxUnitLength)
  const cut = Math.max(window.lastIndexOf(', '), window.lastIndexOf('; '), window.lastIndexOf('\n'))
  const at = start + (cut > maxUnitLength / 3 ? cut + 1 : Math.max(window.lastIndexOf(' '), maxUnitLength / 2))
  return [...pieces(text, start, at), ...pieces(text, at, end)].map(unit => trimmed(text, unit))
}

function trimmed(text: string, unit: Unit): Unit {
  const slice = text.slice(unit.start, unit.end)
  const start = unit.start + slice.length - slice.trimStart().length
  return { ...unit, start, end: start + slice.trim().length }
}
