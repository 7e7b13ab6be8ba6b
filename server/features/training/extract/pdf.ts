import { tidyText, hasWords } from './clean-text.ts'
import { ExtractError, MAX_CHARACTERS, MAX_PAGES, type Extracted, type Extractor, type Page } from './extractor.ts'
import { pageBlocks, type Block, type Piece } from './pdf-lines.ts'
import { withoutFurniture } from './pdf-furniture.ts'
import { bodyStyle, pageText, type WriterState } from './pdf-text.ts'

/** PDF with text in it. Nothing is drawn, no script runs, no font or picture is decoded beyond what the letters need. */
export const pdf: Extractor = {
  extension: 'pdf',
  extract: extractPdf,
}

type Item = { str: string; width: number; transform: number[]; fontName: string }

async function extractPdf(bytes: Uint8Array): Promise<Extracted> {
  const pages = withoutFurniture(await readPages(bytes))
  const body = bodyStyle(pages)
  const state: WriterState = { running: undefined }
  const starts: Page[] = []
  let text = ''
  pages.forEach((blocks, i) => {
    const running = state.running?.open
    const part = tidyText(pageText(blocks, body, state))
    if (part !== '' && text !== '') text += running && part.startsWith('| ') && !hasNames(part) ? '\n' : '\n\n'
    starts.push({ number: i + 1, start: text.length })
    text += part
  })
  if (!isReadable(text)) throw new ExtractError('no_text')
  if (text.length > MAX_CHARACTERS) throw new ExtractError('file_too_long')
  return { text, pages: starts }
}

/** Whether a page's first table begins with the names of its columns; otherwise it goes on with the page above. */
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
    pages.push(pageBlocks(items.filter(item => 'str' in item).flatMap(item => toPiece(item as Item, view))))
    page.cleanup()
  }
  return pages
}

function asReason(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw new ExtractError(name === 'PasswordException' ? 'file_encrypted' : 'file_damaged')
}

/** An item in page coordinates as a reader sees them; slanted text (a watermark across the page) is left out. */
function toPiece(item: Item, view: number[]): Piece[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform
  const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = view
  const along = { x: va * a + vc * b, y: vb * a + vd * b }
  if (along.x <= 0 || Math.abs(along.y) > 0.2 * along.x) return []
  const size = Math.hypot(va * c + vc * d, vb * c + vd * d)
  return [
    { text: item.str, x: va * e + vc * f + ve, y: vb * e + vd * f + vf, width: item.width, size, font: item.fontName },
  ]
}

/** Text of letters without meaning (a font without its table) is as good as a picture. So is a scanner's own mark. */
function isReadable(text: string): boolean {
  const rest = text.replace(
    /(scanned (by|with|using)|quét bằng|được quét bởi)?\s*(camscanner|tapscanner|adobe scan)/gi,
    '',
  )
  if (!hasWords(rest)) return false
  const strange = (rest.match(/[\uE000-\uF8FF\uFFFD]/g) ?? []).length
  return strange < 0.3 * rest.replace(/\s+/g, '').length
}
