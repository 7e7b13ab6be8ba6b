import { oneLine } from '#shared/rules/text/one-line.ts'

/** Without U+0000 and lone surrogates, which PostgreSQL does not hold; otherwise as it came. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Storable, NFC, trimmed. */
export function storableText(text: string): string {
  return storable(text).normalize('NFC').trim()
}

/** A name or another text of one line: storable, NFC, spaces collapsed. */
export function storableLine(text: string): string {
  return oneLine(storableText(text))
}
