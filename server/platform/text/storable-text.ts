/** Without U+0000 and lone surrogates, which PostgreSQL does not hold; NFC, trimmed. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().normalize('NFC').trim()
}
