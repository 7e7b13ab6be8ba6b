import { wordTable, type CellLine, type WordCell } from './docx-table.ts'
import { looksLikeHeading } from '../heading.ts'
import { hasHeader } from '../table-text.ts'

type OpenTable = { rows: WordCell[][]; texts: CellLine[] }
type OpenList = { ordered: boolean; count: number }

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Output: `# `, `## `, `- ` and pipe tables. */
export function wordText(html: string): string {
  // Only a single h1 is the document's title.
  const reader = new WordReader((html.match(/<h1\b/g)?.length ?? 0) === 1)
  for (const [, close, tag, attributes, text] of html.matchAll(TOKEN)) {
    if (text !== undefined) reader.addText(decodeEntities(text))
    else if (tag) reader.addTag(tag, close === '/', attributes ?? '')
  }
  return reader.finish()
}

class WordReader {
  readonly #oneTitle: boolean
  #blocks: string[] = []
  #tables: OpenTable[] = []
  #lists: OpenList[] = []
  #line = ''
  #boldLetters = 0
  #inBold = 0
  #inStruck = 0
  #headingMark = '## '

  constructor(oneTitle: boolean) {
    this.#oneTitle = oneTitle
  }

  addText(text: string): void {
    if (this.#inStruck > 0) return
    this.#line += text
    if (this.#inBold > 0) this.#boldLetters += letters(text)
  }

  addTag(tag: string, closes: boolean, attributes: string): void {
    if (tag === 'strong') this.#inBold += closes ? -1 : 1
    else if (tag === 's') this.#inStruck += closes ? -1 : 1
    else if (tag === 'br') this.#line += '\n'
    else if (/^h[1-6]$/.test(tag)) this.#heading(tag, closes, attributes)
    else if (tag === 'ul' || tag === 'ol') this.#list(tag, closes)
    else if (tag === 'li') this.#listEntry(closes)
    else if (tag === 'p') this.#endLine('')
    else if (tag === 'table') this.#table(closes)
    else if (tag === 'tr' && !closes) this.#tables.at(-1)?.rows.push([])
    else if (tag === 'td' || tag === 'th') this.#cell(tag === 'th', closes, attributes)
  }

  finish(): string {
    this.#endLine('')
    return joinBlocks(this.#blocks)
  }

  #endLine(mark: string): void {
    const text = this.#line.trim()
    const bold = text !== '' && this.#boldLetters >= letters(text)
    this.#line = ''
    this.#boldLetters = 0
    if (text === '') return
    const table = this.#tables.at(-1)
    if (table) table.texts.push({ text, bold })
    else if (mark !== '') this.#blocks.push(mark + (mark.startsWith('#') ? text.replace(/\s*\n\s*/g, ' ') : text))
    else if (looksLikeHeading(text) || (bold && couldBeHeading(text))) this.#blocks.push(`## ${text.replace(/:$/, '')}`)
    else this.#blocks.push(text)
  }

  #heading(tag: string, closes: boolean, attributes: string): void {
    const opens = this.#blocks.length === 0 && tag === 'h1' && (this.#oneTitle || attributes.includes('title'))
    this.#endLine(closes ? this.#headingMark : '')
    if (!closes) this.#headingMark = opens ? '# ' : '## '
  }

  #listMark(): string {
    const list = this.#lists.at(-1)
    if (!list || list.count === 0) return ''
    return '  '.repeat(this.#lists.length - 1) + (list.ordered ? `${list.count}. ` : '- ')
  }

  #list(tag: string, closes: boolean): void {
    this.#endLine(this.#listMark())
    if (closes) this.#lists.pop()
    else this.#lists.push({ ordered: tag === 'ol', count: 0 })
  }

  #listEntry(closes: boolean): void {
    const list = this.#lists.at(-1)
    if (closes) this.#endLine(this.#listMark())
    else if (list) list.count++
  }

  #cell(head: boolean, closes: boolean, attributes: string): void {
    const table = this.#tables.at(-1)
    if (!table) return
    if (!closes) {
      table.texts = []
      table.rows.at(-1)?.push({
        text: '',
        lines: [],
        columns: span('colspan', attributes),
        rows: span('rowspan', attributes),
        bold: false,
        head,
      })
      return
    }
    this.#endLine('')
    const cell = table.rows.at(-1)?.at(-1)
    if (cell) {
      cell.text = joinLines(table.texts.map(({ text }) => text))
      cell.lines = table.texts
      cell.bold = table.texts.length > 0 && table.texts.every(({ bold }) => bold)
    }
    table.texts = []
  }

  #layoutCell(cell: WordCell): void {
    for (const { text, bold } of cell.lines ?? []) {
      this.#line = text
      this.#boldLetters = bold ? letters(text) : 0
      this.#endLine('')
    }
  }

  #table(closes: boolean): void {
    this.#endLine('')
    if (!closes) {
      this.#tables.push({ rows: [], texts: [] })
      return
    }
    const rows = this.#tables.pop()?.rows ?? []
    const outer = this.#tables.at(-1)
    if (outer) outer.texts.push(...innerTable(rows).map(text => ({ text, bold: false })))
    else if (isLayout(rows)) for (const cell of rows.flat()) this.#layoutCell(cell)
    else this.#blocks.push(...wordTable(rows))
  }
}

function isLayout(rows: WordCell[][]): boolean {
  return rows.length === 1 && (rows[0]?.length === 1 || rows[0]?.some(cell => (cell.lines?.length ?? 0) > 1) === true)
}

/** As "name: value"; column names then add nothing. */
function innerTable(rows: WordCell[][]): string[] {
  const texts = rows.map(row => row.map(cell => cell.text).filter(text => text !== ''))
  const pairs = texts.every(row => row.length === 2)
  return texts.slice(pairs && hasHeader(texts) ? 1 : 0).map(([name = '', ...values]) => {
    return values.length > 0 ? `${name}: ${values.join(', ')}` : name
  })
}

function letters(text: string): number {
  return text.replace(/\s+/g, '').length
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
}

function couldBeHeading(text: string): boolean {
  return text.length <= 80 && !text.includes('\n') && !/[.,;!?]$/.test(text)
}

function span(name: string, attributes: string): number {
  return Math.min(Number(new RegExp(`${name}="(\\d{1,4})"`).exec(attributes)?.[1] ?? 1), 100)
}

function joinLines(lines: string[]): string {
  return lines.map((line, i) => (i < lines.length - 1 && !/[.;:,!?]$/.test(line) ? `${line};` : line)).join(' ')
}

function joinBlocks(blocks: string[]): string {
  const isEntry = (block: string | undefined): boolean => block !== undefined && /^\s*(- |\d+\. )/.test(block)
  return blocks
    .map((block, i) => (i === 0 ? '' : isEntry(block) && isEntry(blocks[i - 1]) ? '\n' : '\n\n') + block)
    .join('')
}
