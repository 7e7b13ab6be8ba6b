import type { Language } from '#shared/words.ts'
import type { Pair } from './clean-pair.ts'

const names = { vi: ['Câu hỏi', 'Câu trả lời'], en: ['Question', 'Answer'] } as const

/**
 * Pairs as a spreadsheet opens them: UTF-8 with its mark, the sign between columns that the language's spreadsheets expect. What
 * would be a formula is made plain text.
 */
export function writeCsv(pairs: Pair[], language: Language): string {
  const sign = language === 'vi' ? ';' : ','
  const rows = [names[language], ...pairs.map(({ question, answer }) => [question, answer] as const)]
  return `\uFEFF${rows.map(row => row.map(cell).join(sign)).join('\r\n')}\r\n`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
