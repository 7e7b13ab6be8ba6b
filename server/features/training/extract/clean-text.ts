import { cleanText } from '#shared/rules/text/fold.ts'

// All but tab and line breaks; other breaks are normalised below.
const CONTROL = /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFF9-\uFFFB]/g
const LINE_BREAK = /\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g

/** In pieces: one match over millions of spaces overflows the regex stack. */
const LONG_SPACE = /[ \t]{200}/g

/** The canonical form that search and citations rely on. */
export function tidyText(text: string): string {
  return cleanText(text.toWellFormed().replace(LINE_BREAK, '\n').replace(CONTROL, ''))
    .replace(LONG_SPACE, ' ')
    .replace(LONG_SPACE, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '')
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
