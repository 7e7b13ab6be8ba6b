import { sureFrom } from '#shared/contracts/training/photos.contract.ts'
import type { PhotoLine } from '#shared/contracts/training/photos.results.ts'

/** Of a page's lines. Half of the rendered pages in a print-like hand have as many, sharp print seldom. */
const minShare = 0.2
const minLines = 2

/** Lines read with doubt, if there are so many that the others are not to be trusted at a glance either. */
export function hardToRead(lines: readonly Pick<PhotoLine, 'needs_review' | 'confidence'>[]): number {
  const read = lines.filter(line => line.needs_review)
  const doubtful = read.filter(({ confidence }) => confidence < sureFrom).length
  return doubtful >= minLines && doubtful >= read.length * minShare ? doubtful : 0
}
