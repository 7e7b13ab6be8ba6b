import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { hasWords, tidyText } from '../clean-text.ts'
import { ExtractError, MAX_CHARACTERS, type Extracted } from '../extractor.ts'
import { type DomDocument, type DomNode, type PageHints } from './page.ts'
import { decodePage } from './page-charset.ts'
import { contentOf, removeClutter } from './page-clutter.ts'
import { dataText, readPageData } from './page-data.ts'
import { canonicalOf, pageLinks, titleOf } from './page-links.ts'
import { isShell } from './page-shell.ts'
import { pageText } from './page-text.ts'

/** Article detection reads the whole page; limits its cost. */
const MAX_ELEMENTS = 6_000

export async function readPage(bytes: Uint8Array, hints: PageHints): Promise<Extracted> {
  const html = decodePage(bytes, hints.charset)
  const page = parsePage(html)
  const facts = { title: titleOf(page), canonical: canonicalOf(page, hints.url), links: pageLinks(page, hints.url) }
  const data = readPageData(page)
  const language = /^en\b/i.test(page.documentElement.getAttribute('lang') ?? '') ? 'en' : 'vi'
  const body = page.querySelector('body') ?? page.documentElement
  const shell = isShell(page, body, standsIn)
  removeClutter(body)
  const content = contentOf(body)
  const own = shell ? '' : tidyText(pageText(content === body ? articleOf(html, body) : content))
  const added = tidyText(dataText(data, own, language))
  const text = [own, added].filter(Boolean).join('\n\n')
  if (!hasWords(text) || standsIn(text)) throw new ExtractError('page_empty')
  if (text.length > MAX_CHARACTERS) throw new ExtractError('file_too_long')
  return { text, page: facts }
}

/** What a page of scripts shows until they have run. */
function standsIn(text: string): boolean {
  const words = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return /^(?:(?:đang tải(?: trang| dữ liệu| nội dung)?|(?:vui lòng|xin) (?:chờ|đợi)|loading|please wait) ?)+$/iu.test(
    words,
  )
}

/** The unmarked article if it is nearly everything; else the whole body. */
function articleOf(html: string, body: DomNode): DomNode {
  if (body.querySelectorAll('*').length > MAX_ELEMENTS) return body
  try {
    const page = parsePage(html)
    const copy = page.querySelector('body')
    if (!copy) return body
    removeClutter(copy)
    const read = new Readability(page as never, { serializer: node => node, charThreshold: 300 }).parse()
    const article = read?.content as DomNode | undefined
    return article && isComplete(article, body) ? article : body
  } catch {
    return body
  }
}

/** Article detection drops prices in tables and short lines. */
function isComplete(article: DomNode, body: DomNode): boolean {
  const count = (node: DomNode, selector: string): number => node.querySelectorAll(selector).length
  return (
    count(article, 'tr') === count(body, 'tr') &&
    count(article, 'li') >= count(body, 'li') * 0.8 &&
    article.textContent.replace(/\s+/g, '').length >= body.textContent.replace(/\s+/g, '').length * 0.8
  )
}

function parsePage(html: string): DomDocument {
  // Otherwise the library takes the first element for the page.
  const whole = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`
  return (parseHTML(whole) as unknown as { document: DomDocument }).document
}
