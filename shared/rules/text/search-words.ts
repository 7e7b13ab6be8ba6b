import { oneLine } from './one-line.ts'
/** Must split and fold like the database (`rights.search_words`, migration 0059). */

const marks = /[\u0300-\u036f]+/g
const word =
  /[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u3004\ufe00-\ufe0f\uff00-\uff0f\u{1f000}-\u{1faff}]+/gu
const maxWordLength = 40

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(marks, '')
    .replace(/[A-ZĐđ]/g, letter => (letter === 'Đ' || letter === 'đ' ? 'd' : letter.toLowerCase()))
}

/** `open`: the last word is still being typed. */
export type Wanted = { words: string[]; open: boolean }

const maxWords = 10

export function wantedWords(query: string): Wanted {
  const words = [...plain(query).matchAll(word)].map(([one]) => cut(one)).slice(0, maxWords)
  return { words, open: words.length > 0 && !/\s$/.test(query) }
}

function cut(one: string): string {
  return [...one].slice(0, maxWordLength).join('')
}

/** Marks a cursor for conversations whose words are in different places. */
export const apartMark = '~'

export function findWanted(text: string, { words, open }: Wanted): { start: number; end: number }[] {
  const begun = open ? words.at(-1) : undefined
  return [...text.matchAll(word)].flatMap(match => {
    const found = cut(plain(match[0]))
    const meant = words.includes(found) || (begun !== undefined && found.startsWith(begun))
    return meant ? [{ start: match.index, end: match.index + match[0].length }] : []
  })
}

export function hasWanted(text: string, { words, open }: Wanted): boolean {
  const all = [...plain(text).matchAll(word)].map(([one]) => cut(one))
  return words.every((one, at) =>
    open && at === words.length - 1 ? all.some(found => found.startsWith(one)) : all.includes(one),
  )
}

export function excerpt(text: string, wanted: Wanted, maxLength = 140): string {
  const line = oneLine(text)
  if (line.length <= maxLength) return line
  const first = findWanted(line, wanted)[0]?.start ?? 0
  const before = Math.max(0, Math.min(first - 16, line.length - maxLength))
  const start = before === 0 ? 0 : line.indexOf(' ', before) + 1
  const end = start + maxLength
  const last = end >= line.length ? line.length : line.lastIndexOf(' ', end)
  const shown = line.slice(start, last > first ? last : end)
  return `${start > 0 ? '…' : ''}${shown}${start + shown.length < line.length ? '…' : ''}`
}
