import type { Language } from '#shared/words.ts'
import { wordsInBoth } from './words-in-both.ts'

const pairs = wordsInBoth
  .trim()
  .split('\n')
  .map(line => line.split(' | ') as [string, string])

const intoEnglish = tableOf(pairs)
const intoVietnamese = tableOf(pairs.map(([vi, en]) => [en.toLowerCase(), vi]))

function tableOf(entries: [string, string][]): Map<string, string> {
  const table = new Map<string, string>()
  for (const [from, to] of entries) if (!table.has(from)) table.set(from, to)
  return table
}

const maxWords = 4
const name = /^(.{2,60}?)(?=[:;]\s)/u

/** Null if any word is unknown: half a translation would be worse than none. */
export function inOtherWords(line: string, language: Language): string | null {
  const whole = translated(line, language)
  if (whole !== null) return capital(whole)
  const called = name.exec(line)?.[1]
  if (!called) return null
  const rest = translated(line.slice(called.length), language)
  return rest === null ? null : called + rest
}

function translated(text: string, language: Language): string | null {
  const table = language === 'en' ? intoEnglish : intoVietnamese
  const parts = text.match(/\p{L}+|\d[\d.,]*(?:h\d{2}|h(?!\p{L})|đ|k(?!\p{L}))?|[^\p{L}\d]+/gu) ?? []
  let out = ''
  for (let at = 0; at < parts.length;) {
    const part = parts[at]!
    if (!/\p{L}/u.test(part)) {
      out += language === 'vi' ? vietnameseSum(part, parts[at + 2]) : part
      at += language === 'vi' && /^(?:VND|vnd)$/.test(parts[at + 2] ?? '') && /\d/.test(part) ? 3 : 1
      continue
    }
    if (/^\d/.test(part)) {
      out += language === 'en' ? englishFigure(part) : part
      at += 1
      continue
    }
    const found = longest(parts, at, table)
    if (!found) return null
    out += found.words
    at += found.parts
  }
  return /\p{L}/u.test(out) && out !== text ? singular(out, language).replace(/\s*\.?\s*$/, '') : null
}

function longest(
  parts: string[],
  at: number,
  table: Map<string, string>,
): { words: string; parts: number } | undefined {
  for (let count = maxWords; count > 0; count--) {
    const taken = parts.slice(at, at + 2 * count - 1)
    if (taken.length < 2 * count - 1 || taken.some((part, i) => (i % 2 === 0 ? !/^\p{L}+$/u.test(part) : part !== ' ')))
      continue
    const words = table.get(taken.join('').toLowerCase())
    if (words !== undefined) return { words, parts: taken.length }
  }
  return undefined
}

function englishFigure(figure: string): string {
  const time = /^(\d{1,2})h(\d{2})?$/.exec(figure)
  if (time) return `${time[1]}:${time[2] ?? '00'}`
  const thousands = /^(\d{1,4})k$/.exec(figure)
  if (thousands) return `${thousands[1]},000 VND`
  return `${figure.replace(/đ$/, '').replaceAll('.', ',')} VND`
}

function vietnameseSum(figure: string, unit: string | undefined): string {
  return /^(?:VND|vnd)$/.test(unit ?? '') && /\d/.test(figure) ? `${figure.replaceAll(',', '.')}đ` : figure
}

function singular(text: string, language: Language): string {
  if (language !== 'en') return text
  return text
    .replace(/(?<![\d.,])(1|a|each) (minute|hour|day|week|month|year|session|time|guest)s\b/g, '$1 $2')
    .replace(/\b(1|a|each) people\b/g, '$1 person')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
