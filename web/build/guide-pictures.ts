import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Picture } from '../site/document-page.ts'

export const picturesFolder = resolve(import.meta.dirname, '../../content/pictures')

/** `place` gives a file, `vi/inbox-dark.webp`, its address. @throws Error for a picture of unknown size, or of one theme only */
export function guidePictures(place: (file: string) => string): Record<string, Picture> {
  const sizes = JSON.parse(readFileSync(join(picturesFolder, 'sizes.json'), 'utf8')) as Record<
    string,
    { width: number; height: number }
  >
  const there = readdirSync(picturesFolder, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => file.endsWith('.webp'))
    .toSorted()
  const wanted = Object.keys(sizes).flatMap(name => [`${name}-dark.webp`, `${name}.webp`])
  if (there.join() !== wanted.toSorted().join())
    throw new Error('content/pictures does not hold what its sizes.json names: run dev/guide-pictures.ts.')
  return Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [
      name,
      { url: place(`${name}.webp`), dark: place(`${name}-dark.webp`), ...size },
    ]),
  )
}
