import type { PageFacts } from './page/page.ts'

/** A page of the document, counted from 1, and the character of `Extracted.text` it starts at. */
export type Page = { number: number; start: number }

/**
 * What a file says, as the splitter reads it: headings as `# ` (the document's name) and `## `, list entries as `- `,
 * tables as pipe tables with their header row, a blank line between blocks. NFC, no zero-width characters.
 */
export type Extracted = { text: string; pages?: Page[]; page?: PageFacts; recognised?: Recognised }

/**
 * What was recognised in pictures. None of it is text yet: lines with numbers are said once a person has looked at them
 * (`photos/said-text.ts`).
 */
export type Recognised = { pages: RecognisedPage[]; lines: RecognisedLine[] }

/** A page as it was seen, upright. `picture`: PNG in base64, where the file itself is no picture that a browser shows. */
export type RecognisedPage = { number: number; width: number; height: number; picture?: string }

/** Left, top, right, bottom in ten-thousandths of the page. */
export type Box = [number, number, number, number]

/** `head` and `row` belong to the table of that number; `cell_boxes`: where each cell stands, null where it is empty. */
export type RecognisedLine = {
  page: number
  kind: 'heading' | 'text' | 'head' | 'row'
  table: number | null
  cells: string[]
  box: Box
  cell_boxes: (Box | null)[]
  /** of the least sure word, 0 to 100 */
  confidence: number
}

/** Why a file cannot be read; each is `training.<reason>` in the errors catalogue, with the cure in both languages. */
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
  | 'scan_too_long'

export class ExtractError extends Error {
  readonly reason: ExtractReason

  constructor(reason: ExtractReason) {
    super(reason)
    this.name = 'ExtractError'
    this.reason = reason
  }
}

/** One kind of file that can be read. Runs in the bounded child process only; loads its library when first used. */
export type Extractor = {
  extension: string
  /** Throws `ExtractError` for what the owner can mend; anything else that is thrown counts as a damaged file. */
  extract: (bytes: Uint8Array) => Promise<Extracted>
}

/** No legal text file is longer, so nothing of one is ever cut. */
export const MAX_CHARACTERS = 10_485_760
export const MAX_PAGES = 10_000
