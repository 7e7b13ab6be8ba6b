import type { Language } from '#shared/words.ts'

/** UTF-8 with BOM, in the format that the language's spreadsheets expect. Text that looks like a formula stays text. */
export function tableAsCsv(rows: (string | number | null)[][], language: Language): string {
  const sign = language === 'vi' ? ';' : ','
  const cell = (value: string | number | null) =>
    value === null ? '' : typeof value === 'number' ? numberCell(value, language) : textCell(value)
  return `\uFEFF${rows.map(row => row.map(cell).join(sign)).join('\r\n')}\r\n`
}

function numberCell(value: number, language: Language): string {
  return language === 'vi' ? String(value).replace('.', ',') : String(value)
}

function textCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
