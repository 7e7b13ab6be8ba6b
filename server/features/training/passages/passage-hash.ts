import { createHash } from 'node:crypto'
import { oneLine } from '#shared/rules/text/one-line.ts'

/** By text alone: the same in every version. */
export function passageHash(passage: { heading: string; text: string }): string {
  return textHash(`${passage.heading}\n${passage.text}`)
}

export function textHash(text: string): string {
  return createHash('sha256')
    .update(oneLine(text.normalize('NFC')))
    .digest('hex')
}
