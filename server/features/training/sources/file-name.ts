import { cleanText } from '#shared/rules/text/fold.ts'

const LONGEST = 180

/**
 * The name people see for a file they sent. Only data, never a path: folders, control and direction characters go,
 * every letter of every language stays. Never empty; an ending of up to ten letters is kept when the name is cut.
 */
export function cleanFileName(name: string): string {
  const last = cleanText(name.toWellFormed()).split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  if (clean === '') return 'Tài liệu'
  const ending = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? ''
  const letters = Array.from(clean)
  return letters.length <= LONGEST
    ? clean
    : letters
        .slice(0, LONGEST - ending.length)
        .join('')
        .trimEnd() + ending
}

/** The name without its ending: what a passage says it comes from. */
export function documentTitle(name: string): string {
  return name.replace(/\.(pdf|docx|txt|jpe?g|png|webp)$/i, '') || name
}
