/** Without marks, "phi ship" typed on a phone matches "Phí ship" in a document. */

const beyondAscii = /[^\u0000-\u007f]/
const marks = /\p{M}+/gu
const invisible = /[\u0000\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufeff]/g
const wideSpaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

/** NFC, without zero-width and direction characters, one kind of space and line end. Idempotent. */
export function cleanText(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').replace(invisible, '').replace(wideSpaces, ' ').normalize('NFC')
}

export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(marks, '').replace(/[đĐ]/g, 'd').toLowerCase()
}

const marked = /[\u0300-\u036fđĐ]/

export function hasDiacritics(text: string): boolean {
  return beyondAscii.test(text) && marked.test(text.normalize('NFD'))
}
