import { fold, hasDiacritics } from '#shared/rules/text/fold.ts'
import { remembered } from '#server/answering/reading/read-once.ts'
import { canonicalNumbers } from './numbers.ts'
import { stem } from './stem.ts'

/** `raw`: lower case; `term`: folded, English stemmed. */
export type Token = {
  raw: string
  term: string
  stop?: boolean
}

const pieces = /\d+h\d\d|\d+(?:\.\d+)?|\p{L}[\p{L}\p{M}]*/gu
/** Whole passages are read once, for the index. */
const maxLineLength = 400
const terms = new Map<string, string>()
const marked = new Map<string, boolean>()

/** NFC with canonical numbers: "SPF50+ giá 365.000đ" → spf 50 giá 365000. */
export const words = remembered((text: string): readonly string[] => {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/n['’]t\b/g, ' not')
    .replace(/['’](?:s|re|ll|ve|d|m)\b/g, ' ')
  return (canonicalNumbers(plain).match(pieces) ?? []).map(oneSpelling)
}, maxLineLength)

const oldTone = /(?:o[áàảãạéèẻẽẹ]|(?<!q)u[ýỳỷỹỵ])$/u
const longY = /^(?:[hklmst]|qu)[yýỳỷỹỵ]$/u
const iForY: Record<string, string> = { y: 'i', ý: 'í', ỳ: 'ì', ỷ: 'ỉ', ỹ: 'ĩ', ỵ: 'ị' }
const stretched = /(.)\1\1/
const repeated = /(\p{L})\1{2,}/gu

/** Unifies hoá/hóa, kỹ/kĩ and stretched words (shopppp). */
function oneSpelling(raw: string): string {
  if (raw.length < 2) return raw
  const short = stretched.test(raw) ? raw.replace(repeated, '$1') : raw
  if (oldTone.test(short)) {
    const [vowel = '', mark = ''] = short.at(-1)!.normalize('NFD')
    return short.slice(0, -2) + (short.at(-2)! + mark).normalize('NFC') + vowel
  }
  return longY.test(short) ? short.slice(0, -1) + (iForY[short.at(-1)!] ?? '') : short
}

export function tokens(text: string): Token[] {
  return words(text).map(raw => ({ raw, term: termOf(raw) }))
}

export function termOf(raw: string): string {
  const known = terms.get(raw)
  if (known !== undefined) return known
  const term = stem(fold(raw))
  if (terms.size > 50_000) terms.clear()
  terms.set(raw, term)
  return term
}

export function isMarked(raw: string): boolean {
  const known = marked.get(raw)
  if (known !== undefined) return known
  const carries = hasDiacritics(raw)
  if (marked.size > 50_000) marked.clear()
  marked.set(raw, carries)
  return carries
}

export function gramsOf(term: string): string[] {
  const padded = ` ${term} `
  const grams: string[] = []
  for (let length = 3; length <= 4; length++) {
    for (let i = 0; i + length <= padded.length; i++) grams.push(padded.slice(i, i + length))
  }
  return grams
}
