import type { PageFacts } from './page/page.ts'

/** Numbered from 1; `start` indexes `Extracted.text`. */
export type Page = { number: number; start: number }

/** `# ` title, `## ` headings, `- ` lists, pipe tables with header, blank line between blocks; NFC, no zero-width characters. */
export type Extracted = { text: string; pages?: Page[]; page?: PageFacts; recognised?: Recognised }

/** From OCR; lines with numbers need a person's check before use (`photos/approved-text.ts`). */
export type Recognised = { pages: RecognisedPage[]; lines: RecognisedLine[] }

/** `picture`: base64 PNG, unless browsers can show the file itself. */
export type RecognisedPage = { number: number; width: number; height: number; picture?: string }

/** Left, top, right, bottom in ten-thousandths of the page. */
export type Box = [number, number, number, number]

/** `head` and `row` belong to that table; `cell_boxes`: null for empty cells. */
export type RecognisedLine = {
  page: number
  kind: 'heading' | 'text' | 'head' | 'row'
  table: number | null
  cells: string[]
  box: Box
  cell_boxes: (Box | null)[]
  /** Of the least certain word, 0 to 100. */
  confidence: number
}

/** Each is `training.<reason>` in the errors catalogue. */
export type ExtractReason =
  | 'empty'
  | 'wrong_type'
  | 'old_word'
  | 'file_encrypted'
  | 'file_damaged'
  | 'file_too_complex'
  | 'file_too_long'
  | 'no_text'
  | 'text_encoding'
  | 'old_font'
  | 'too_slow'
  | 'page_empty'
  | 'page_type'
  | 'heic'
  | 'picture_too_large'
  | 'picture_too_small'
  | 'picture_unreadable'
  | 'picture_handwritten'
  | 'scan_too_long'

export class ExtractError extends Error {
  readonly reason: ExtractReason

  constructor(reason: ExtractReason) {
    super(reason)
    this.name = 'ExtractError'
    this.reason = reason
  }
}

/** Runs only in the bounded child process; loads its library lazily. */
export type Extractor = {
  extension: string
  /** @throws `ExtractError` for what the owner can fix; anything else counts as a damaged file */
  extract: (bytes: Uint8Array) => Promise<Extracted>
}

/** Larger than any text file we accept, so nothing is cut. */
export const MAX_CHARACTERS = 10_485_760
export const MAX_PAGES = 10_000
