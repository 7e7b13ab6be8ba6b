import { cleanText, fold } from '#shared/rules/text/fold.ts'

export type NamedValues = { words: ReadonlySet<string>; values: ReadonlySet<string> }

const separator = /\s*\|\s*|\t+|\s*\.{3,}\s*|\s*…+\s*|:\s+|;\s+|\s+[–—-]\s+| {3,}|=/u

/** Rows, "name ..... value", "name: value", and "A: x, B: y" in one line. */
export function entriesOf(text: string): NamedValues[] {
  return cleanText(text)
    .split('\n')
    .flatMap(line => (line.includes('|') ? [line] : line.split(/,\s+(?=\p{L}[^,:]{1,40}:)|[.;]\s+(?=\p{Lu})/u)))
    .flatMap(line => entryOf(line) ?? [])
}

function entryOf(line: string): NamedValues | undefined {
  const cells = line
    .replace(/^[\s|•*\-–▪️✅\d]*[.)]?\s+|^\|/u, '')
    .split(separator)
    .map(cell => cell.trim())
    .filter(Boolean)
  const at = cells.findIndex(cell => (cell.match(/\p{L}{2,}/gu)?.length ?? 0) >= 1 && !isValue(cell))
  if (at < 0) return undefined
  const name = cells[at]!
  const values = new Set(cells.slice(at + 1).flatMap(cell => valuesIn(cell)))
  // "Mận Đôi 400k": the value ends the name.
  if (values.size === 0 && cells.length === at + 1) {
    const tail = /^(.*\p{L}\)?)\s+(\d[\d.,]*\s?(?:k|tr\d*|đ|d|nghìn|triệu|tháng|ngày|%).*)$/u.exec(name)
    return tail ? make(tail[1]!, new Set(valuesIn(tail[2]!))) : undefined
  }
  return values.size ? make(name, values) : undefined
}

function make(name: string, values: Set<string>): NamedValues | undefined {
  const words = new Set(fold(name).match(/[\p{L}\d]+/gu) ?? [])
  return words.size > 0 && words.size <= 12 && values.size > 0 ? { words, values } : undefined
}

function isValue(cell: string): boolean {
  return /^[\d.,\s]+(?:k|đ|d|tr|vnd|nghìn|triệu|%|tháng|ngày|giờ|phút)?\b/iu.test(cell)
}

function valuesIn(cell: string): string[] {
  return [...fold(cell).matchAll(/(\d+(?:[.,]\d+)*)\s?(tr(?:ieu)?|k|nghin|ngan)?(\d{1,3})?(?![\d])/gu)].map(
    ([, digits = '', unit = '', rest = '']) => {
      const thousands = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
      const plain = Number(thousands ? digits.replace(/[.,]/g, '') : digits.replace(',', '.'))
      if (unit.startsWith('tr')) return String(Math.round(plain * 1e6 + Number(rest.padEnd(rest ? 3 : 0, '0')) * 1e3))
      return String(unit ? Math.round(plain * 1e3) : plain)
    },
  )
}

export function isSameName(a: NamedValues, b: NamedValues): boolean {
  const [few, many] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words]
  const both = [...few].filter(word => many.has(word)).length
  return both === few.size ? few.size >= 2 || many.size <= 2 : both / (few.size + many.size - both) >= 0.7
}
