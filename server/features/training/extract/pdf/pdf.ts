import { tidyText, hasWords } from '../clean-text.ts'
import { ExtractError, MAX_CHARACTERS, MAX_PAGES, type Extracted, type Extractor, type Page } from '../extractor.ts'
import { fromOldFonts } from '../old-fonts.ts'
import type { Piece } from './pdf-piece.ts'
import { pageBlocks, type Block } from './pdf-lines.ts'
import { withoutFurniture } from './pdf-furniture.ts'
import { bodyStyle, pageText, type WriterState } from './pdf-text.ts'

/** Text PDFs only. Renders nothing and runs no scripts. */
export const pdf: Extractor = {
  extension: 'pdf',
  extract: extractPdf,
}

type Item = { str: string; width: number; transform: number[]; fontName: string }

async function extractPdf(bytes: Uint8Array): Promise<Extracted> {
  const pages = withoutFurniture(inUnicode(await readPages(bytes)))
  const body = bodyStyle(pages)
  const state: WriterState = { running: undefined }
  const starts: Page[] = []
  let text = ''
  pages.forEach((blocks, i) => {
    const running = state.running?.open
    const part = tidyText(pageText(blocks, body, state))
    if (part !== '' && text !== '') text += continuesPage(text, part, running) ? '\n' : '\n\n'
    starts.push({ number: i + 1, start: text.length })
    text += part
  })
  if (!isReadable(text)) throw new ExtractError('no_text')
  if (text.length > MAX_CHARACTERS) throw new ExtractError('file_too_long')
  return { text, pages: starts }
}

/** All pages together: a single line does not reveal its font encoding. */
function inUnicode(pages: Block[][]): Block[][] {
  const cells = pages.flat().flatMap(block => block.lines.flatMap(line => line.cells))
  const before = cells.map(cell => cell.text).join('\n')
  const after = fromOldFonts(before)
  if (after !== before) after.split('\n').forEach((text, i) => cells[i] && (cells[i].text = text))
  return pages
}

function continuesPage(text: string, part: string, tableRuns: boolean | undefined): boolean {
  if (part.startsWith('| ')) return tableRuns === true && !hasNames(part)
  return /[\p{L},]$/u.test(text) && /^\p{Ll}/u.test(part)
}

function hasNames(part: string): boolean {
  return part.split('\n')[1]?.startsWith('| --- ') ?? false
}

async function readPages(bytes: Uint8Array): Promise<Block[][]> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch(asReason)
  if (document.numPages > MAX_PAGES) throw new ExtractError('file_too_long')
  const pages: Block[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const view = page.getViewport({ scale: 1 }).transform as number[]
    pages.push(pageBlocks(upright(items.filter(item => 'str' in item).map(item => toDrawn(item as Item, view)))))
    page.cleanup()
  }
  return pages
}

function asReason(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw new ExtractError(name === 'PasswordException' ? 'file_encrypted' : 'file_damaged')
}

type Drawn = Piece & { along: { x: number; y: number } }

function toDrawn(item: Item, view: number[]): Drawn {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform
  const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = view
  const along = { x: va * a + vc * b, y: vb * a + vd * b }
  const size = Math.hypot(va * c + vc * d, vb * c + vd * d)
  const place = { x: va * e + vc * f + ve, y: vb * e + vd * f + vf }
  return { text: item.str, ...place, width: item.width, size, font: item.fontName, along }
}

const TURNS = [0, 1, 2, 3] as const

/** Turned so that most text is upright; drops slanted text such as watermarks. */
function upright(pieces: Drawn[]): Piece[] {
  const letters = TURNS.map(turn =>
    pieces.reduce((sum, piece) => sum + (isUpright(turned(piece, turn)) ? piece.text.trim().length : 0), 0),
  )
  const turn = TURNS.find(at => letters[at] === Math.max(...letters)) ?? 0
  return pieces.map(piece => turned(piece, turn)).filter(isUpright)
}

function turned(piece: Drawn, turn: number): Drawn {
  let { x, y, along } = piece
  for (let i = 0; i < turn; i++) [x, y, along] = [y, -x, { x: along.y, y: -along.x }]
  return { ...piece, x, y, along }
}

function isUpright({ along }: Drawn): boolean {
  return along.x > 0 && Math.abs(along.y) <= 0.2 * along.x
}

/** Meaningless letters (no font table) or a scanner's mark count as a picture. */
function isReadable(text: string): boolean {
  const rest = text.replace(
    /(scanned (by|with|using)|quét bằng|được quét bởi)?\s*(camscanner|tapscanner|adobe scan)/gi,
    '',
  )
  if (!hasWords(rest)) return false
  const strange = (rest.match(/[\uE000-\uF8FF\uFFFD]/g) ?? []).length
  return strange < 0.3 * rest.replace(/\s+/g, '').length
}
