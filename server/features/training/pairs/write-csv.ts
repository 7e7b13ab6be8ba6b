import type { Language } from '#shared/words.ts'
import type { Pair } from './clean-pair.ts'

const names = { vi: ['Câu hỏi', 'Câu trả lời'], en: ['Question', 'Answer'] } as const

/** UTF-8 with BOM, separator by language; escapes formulas. */
export function writeCsv(pairs: Pair[], language: Language): string {
  const sign = language === 'vi' ? ';' : ','
  const rows = [names[language], ...pairs.map(({ question, answer }) => [question, answer] as const)]
  return `\uFEFF${rows.map(row => row.map(cell).join(sign)).join('\r\n')}\r\n`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
