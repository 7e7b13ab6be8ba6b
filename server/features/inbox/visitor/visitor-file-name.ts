import { cleanText } from '#shared/rules/text/fold.ts'

const maxLength = 120
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
}

/** Data, never a path; the extension follows the file's actual type. */
export function visitorFileName(given: string, mime: string): string {
  const last = cleanText(given.toWellFormed()).split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\.[a-z0-9]{1,10}$/i, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const name = [...clean].slice(0, maxLength).join('').trim() || 'file'
  return `${name}.${endings[mime] ?? 'bin'}`
}
