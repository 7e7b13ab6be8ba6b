import type { Json } from '#shared/rows.ts'
import type { Passage } from '#web/data/wire-rows.ts'

/** Which words of which document an answer rests on. `start` and `end` count in the document's text. */
export type Citation = {
  source_id: string
  passage_id: string
  title: string
  quote: string
  start: number
  end: number
  page?: number | null
}

export function readCitations(stored: Json): Citation[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    item => item !== null && typeof item === 'object' && !Array.isArray(item) && typeof item['quote'] === 'string',
  ) as unknown as Citation[]
}

/** The words of a citation with some of what stands around them. */
export type Excerpt = { before: string; marked: string; after: string }

const around = 150

/**
 * Finds the cited words in their passage. Without the passage (its document was removed) the words stand alone.
 * A passage's text ends with the range of its document, what comes before are repeated column names.
 */
export function excerptOf(citation: Citation, passage: Passage | undefined): Excerpt {
  const alone = { before: '', marked: citation.quote, after: '' }
  if (!passage) return alone
  const { text } = passage
  const shift = text.length - (passage.end - passage.start) - passage.start
  const byRange = { from: citation.start + shift, to: citation.end + shift }
  const found = text.slice(byRange.from, byRange.to) === citation.quote ? byRange : byWords(text, citation.quote)
  if (!found) return alone
  return {
    before: cutLeft(text.slice(0, found.from)),
    marked: text.slice(found.from, found.to),
    after: cutRight(text.slice(found.to)),
  }
}

function byWords(text: string, quote: string): { from: number; to: number } | undefined {
  const from = text.indexOf(quote)
  return from === -1 ? undefined : { from, to: from + quote.length }
}

/** The rest of the line, at most so many characters of it, cut at a word. */
function cutLeft(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1).trimStart()
  if (line.length <= around) return line
  const tail = line.slice(-around)
  return `…${tail.slice(tail.search(/\s/) + 1)}`
}

function cutRight(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').trimEnd()
  if (line.length <= around) return line
  const head = line.slice(0, around)
  return `${head.slice(0, head.search(/\s\S*$/))}…`
}
