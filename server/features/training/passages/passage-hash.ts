import { createHash } from 'node:crypto'

/** By text alone: the same in every version. */
export function passageHash(passage: { heading: string; text: string }): string {
  return textHash(`${passage.heading}\n${passage.text}`)
}

export function textHash(text: string): string {
  return createHash('sha256').update(text.normalize('NFC').replace(/\s+/g, ' ').trim()).digest('hex')
}
