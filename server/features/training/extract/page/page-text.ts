import { oneLine } from '#shared/rules/text/one-line.ts'
import { wordTable, type WordCell } from '../docx/docx-table.ts'
import { type DomNode, ELEMENT_NODE, TEXT_NODE } from './page.ts'

const blocks = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure form header hr html label legend li main ol option p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const money = /\d[\d.,]*\s?(?:k|đ|vnđ|vnd|₫|đồng|usd|triệu|tr)(?![\p{L}\d])|[$€]\s?\d/iu
const consent = /cookie/i
const agree = /chấp nhận|đồng ý|accept|agree|allow all/i

export function pageText(root: DomNode): string {
  const lines = new Lines()
  // A stack rather than recursion: pages nest arbitrarily deep.
  const waiting: (DomNode | (() => void))[] = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next === 'function') next()
    else if (next.nodeType === TEXT_NODE) lines.add(next.textContent)
    else if (next.nodeType === ELEMENT_NODE || next === root) enter(next, lines, waiting)
  }
  lines.end()
  return lines.text()
}

function enter(node: DomNode, lines: Lines, waiting: (DomNode | (() => void))[]): void {
  const name = node.localName
  const level = /^h([1-6])$/.exec(name)?.[1] ?? (name === 'summary' ? '3' : undefined)
  if (name === 'br') return lines.end()
  if (name === 'head') return
  if (name === 'table' && isDataTable(node)) return lines.whole(tableBlocks(node))
  if (level) return lines.heading(Math.max(2, Number(level)), oneLine(node.textContent))
  const card = cardLine(node)
  if (card) return lines.whole([`- ${card}`])
  if (name === 'li') {
    lines.end()
    lines.bullet()
    waiting.push(() => lines.endItem())
  } else if (name === 'dt') {
    lines.end()
    waiting.push(() => lines.term())
  } else if (blocks.has(name)) {
    lines.end()
    waiting.push(() => lines.end())
  } else {
    lines.seam()
    waiting.push(() => lines.seam())
  }
  for (let child = node.lastChild; child; child = child.previousSibling) waiting.push(child)
}

/** A product card becomes one line, so that the price stays with its name. */
function cardLine(node: DomNode): string | undefined {
  if (!/^(?:li|div|article|section)$/.test(node.localName)) return undefined
  const text = smallText(node)
  if (text === undefined || !money.test(text)) return undefined
  const headings = [...node.querySelectorAll('h2,h3,h4,h5,h6')]
  const [heading] = headings
  if (!heading || headings.length !== 1 || node.querySelector('table,ul,ol,p + p')) return undefined
  const name = oneLine(heading.textContent)
  const inside = pieces(node).filter(piece => piece !== name)
  return name && inside.length > 0 ? `${name}: ${inside.join(', ')}` : undefined
}

/** undefined for a large one, which is not walked to its end. */
function smallText(node: DomNode): string | undefined {
  let text = ''
  let seen = 0
  const waiting: DomNode[] = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.nodeType === TEXT_NODE) text += ` ${next.textContent}`
    for (let child = next.lastChild; child; child = child.previousSibling) waiting.push(child)
    if (text.length > 2_000 || ++seen > 80) return undefined
  }
  const short = oneLine(text)
  return short.length <= 240 ? short : undefined
}

function pieces(node: DomNode): string[] {
  const found: string[] = []
  const waiting: DomNode[] = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.nodeType === TEXT_NODE) found.push(oneLine(next.textContent))
    if (/^h[2-6]$/.test(next.localName ?? '')) found.push(oneLine(next.textContent))
    else for (let child = next.lastChild; child; child = child.previousSibling) waiting.push(child)
  }
  return found.filter(Boolean)
}

function isDataTable(table: DomNode): boolean {
  if (table.querySelector('table,h1,h2,h3,form')) return false
  const rows = [...table.querySelectorAll('tr')]
  const widest = Math.max(0, ...rows.map(row => row.querySelectorAll('td,th').length))
  return rows.length > 1 && widest > 1 && [...table.querySelectorAll('td')].every(cell => cell.textContent.length < 600)
}

function tableBlocks(table: DomNode): string[] {
  const caption = oneLine(table.querySelector('caption')?.textContent ?? '')
  const rows = [...table.querySelectorAll('tr')].map(row =>
    [...row.querySelectorAll('td,th')].map((cell): WordCell => {
      const text = oneLine(pieces(cell).join(' '))
      return {
        text,
        columns: spanOf(cell, 'colspan'),
        rows: spanOf(cell, 'rowspan'),
        bold: cell.querySelector('b,strong') !== null,
        head: cell.localName === 'th' && cell.getAttribute('scope') !== 'row',
      }
    }),
  )
  return [...(caption ? [`### ${caption}`] : []), ...wordTable(rows.filter(row => row.length > 0))]
}

function spanOf(cell: DomNode, name: string): number {
  const span = Number(cell.getAttribute(name) ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, 50) : 1
}

class Lines {
  readonly #blocks: string[] = []
  #line = ''
  #bullet = ''
  #term = ''
  #seam = false

  add(text: string): void {
    const words = text.replace(/\s+/g, ' ')
    // Adjacent elements look apart on screen even without a space.
    const apart = this.#seam && /[\p{Ll}\d]$/u.test(this.#line) && /^\p{Lu}/u.test(words)
    const figure = this.#seam && /\p{L}$/u.test(this.#line) && /^\d{2}/.test(words)
    this.#line += (apart || figure ? ' ' : '') + words
    this.#seam = false
  }

  seam(): void {
    this.#seam = true
  }

  bullet(): void {
    this.#bullet = '- '
  }

  endItem(): void {
    this.end()
    this.#bullet = ''
  }

  term(): void {
    this.#term = oneLine(this.#line)
    this.#line = ''
  }

  end(): void {
    const text = oneLine(this.#line)
    this.#line = ''
    this.#seam = false
    if (text === '' || (text.length < 400 && consent.test(text) && agree.test(text))) return
    const named = this.#term ? `${this.#term.replace(/\s*:$/, '')}: ${text}` : text
    this.#push(this.#bullet + named)
    this.#bullet = ''
    this.#term = ''
  }

  heading(level: number, title: string): void {
    this.end()
    if (title) this.#push(`${'#'.repeat(level)} ${title}`)
  }

  whole(texts: string[]): void {
    this.end()
    this.#bullet = ''
    for (const text of texts) this.#push(text)
  }

  /** Mobile and desktop layouts repeat lines. */
  #push(text: string): void {
    if (this.#blocks.at(-1) !== text) this.#blocks.push(text)
  }

  text(): string {
    return this.#blocks.reduce(
      (all, block, i) => all + (i === 0 ? '' : isItem(block) && isItem(this.#blocks[i - 1]!) ? '\n' : '\n\n') + block,
      '',
    )
  }
}

function isItem(block: string): boolean {
  return block.startsWith('- ')
}
