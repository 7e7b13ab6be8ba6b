import { type Grey, makeGrey } from './grey.ts'
import { type Piece, piecesOf } from './connected-pixels.ts'
import type { Word } from './reader.ts'

/** Fewer say nothing of the page: 35k has none. */
const MIN_PAIRS = 5
/** Of a digit's height. Rendered print has at most 0.02, an uneven hand 0.10 and more. */
const MAX_DIFFERENCE = 0.07

/** In print the noughts of 45.000 are one shape on one line; no hand draws them so. */
export function areDigitsUneven(words: readonly Word[], picture: Grey): boolean {
  const found = words.flatMap(word => differences(word, picture))
  // Not the mean: where a comma touches its digit, that one is larger in print too.
  return found.length >= MIN_PAIRS && median(found) > MAX_DIFFERENCE
}

/** Of each digit and the next equal one in its word: how much height and foot differ. */
function differences(word: Word, picture: Grey): number[] {
  if (!/^\d[\d.,]*\d/.test(word.text)) return []
  const signs = [...word.text].filter(sign => /[\p{L}\p{N}]/u.test(sign))
  const pieces = tallPieces(word, picture)
  // Digits that touch, or a mark that stands apart: which piece is which digit is not known.
  if (pieces.length !== signs.length) return []
  return signs.flatMap((sign, at) => {
    const next = signs.indexOf(sign, at + 1)
    const [one, other] = [pieces[at], pieces[next]]
    if (!/\d/.test(sign) || !one || !other) return []
    const feet = Math.abs(one.y + one.height - other.y - other.height)
    return [(Math.abs(one.height - other.height) + feet) / ((one.height + other.height) / 2)]
  })
}

/** From left to right, without dots and commas. */
function tallPieces({ left, top, right, bottom }: Word, picture: Grey): Piece[] {
  const pieces = piecesOf(cut(picture, left - 2, top - 6, right + 2, bottom + 6))
  const heights = pieces.map(({ height }) => height).toSorted((a, b) => b - a)
  const typical = heights[Math.min(1, heights.length - 1)] ?? 0
  return pieces.filter(({ height }) => height > 0.7 * typical).toSorted((a, b) => a.x - b.x)
}

function cut(from: Grey, left: number, top: number, right: number, bottom: number): Grey {
  const [x0, y0] = [Math.max(0, left), Math.max(0, top)]
  const to = makeGrey(Math.max(1, Math.min(from.width, right) - x0), Math.max(1, Math.min(from.height, bottom) - y0))
  for (let y = 0; y < to.height; y++) {
    const start = (y + y0) * from.width + x0
    to.data.set(from.data.subarray(start, start + to.width), y * to.width)
  }
  return to
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
