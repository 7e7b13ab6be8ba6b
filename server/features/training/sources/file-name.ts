import { cleanText } from '#shared/rules/text/fold.ts'

const maxLength = 180

/** Data, never a path: no folders, control or bidi characters; never empty; extensions of up to ten letters survive cutting. */
export function cleanFileName(name: string): string {
  const last = cleanText(name.toWellFormed()).split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  if (clean === '') return 'Tài liệu'
  const ending = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? ''
  const letters = Array.from(clean)
  return letters.length <= maxLength
    ? clean
    : letters
        .slice(0, maxLength - ending.length)
        .join('')
        .trimEnd() + ending
}

export function documentTitle(name: string): string {
  return name.replace(/\.(pdf|docx|txt|jpe?g|png|webp)$/i, '') || name
}
