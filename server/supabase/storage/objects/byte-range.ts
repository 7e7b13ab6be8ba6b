import type { ByteRange } from '#platform/files/files.ts'

/** @returns undefined (the whole) for no, several or malformed ranges (RFC 9110, 14.2); 'outside' if unsatisfiable */
export function readRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'outside' : { start, end }
}
