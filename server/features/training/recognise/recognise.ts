import { type Box, ExtractError, type Recognised, type RecognisedLine } from '../extract/extractor.ts'
import { areDigitsUneven } from './equal-digits.ts'
import { buildLines, type Place, type PlacedLine } from './build-lines.ts'
import type { Grey } from './grey.ts'
import { preparePicture, type Prepared } from './prepare-picture.ts'
import { readWords, type Word } from './reader.ts'

const SURE_CONFIDENCE = 70
/** Below it was mostly guessed: blur, rotation. */
const MIN_SURE_SHARE = 0.45
/** Anything less is not a word, but the paper's texture or surroundings. */
const MIN_WORD_CONFIDENCE = 30
const CLEAR_CONFIDENCE = 85
/** Share of letters between the two: print is read clearly or not at all (0.13 at most, rendered), joined handwriting in between (0.26 and more). */
const MAX_HESITANT = 0.2
const MAX_LINES = 600
const MIN_ADDED_CONFIDENCE = 60

/** @throws `picture_unreadable`, `picture_handwritten` */
export async function recognisePicture(picture: Grey): Promise<Recognised> {
  const lines = await recognisePage(picture, 1, 0)
  if (lines.length === 0) throw new ExtractError('picture_unreadable')
  return { pages: [{ number: 1, width: picture.width, height: picture.height }], lines }
}

/**
 * Empty if unreadable. `firstTable`: continues table numbering.
 * @throws `picture_handwritten`
 */
export async function recognisePage(picture: Grey, page: number, firstTable: number): Promise<RecognisedLine[]> {
  const prepared = preparePicture(picture)
  const words = await readWords(prepared.picture, false)
  const more = await leftOut(words, prepared.picture)
  if (isHesitant([...words, ...more]) || areDigitsUneven(words, prepared.picture))
    throw new ExtractError('picture_handwritten')
  if (!isReadable(words)) return []
  words.push(...more.filter(({ confidence }) => confidence >= MIN_ADDED_CONFIDENCE))
  return buildLines(words, firstTable)
    .slice(0, MAX_LINES)
    .map(line => onPage(line, page, prepared, picture))
}

/** A price column far from its names can be missed: what only the second pass finds. */
async function leftOut(words: Word[], picture: Grey): Promise<Word[]> {
  const more = await readWords(picture, true)
  const isNew = (word: Word): boolean =>
    !words.some(one => one.left < word.right && one.right > word.left && one.top < word.bottom && one.bottom > word.top)
  return more.filter(isNew)
}

function isReadable(words: Word[]): boolean {
  const real = words.filter(hasLetters)
  return real.length >= 3 && shareFrom(SURE_CONFIDENCE, real) >= MIN_SURE_SHARE
}

function isHesitant(words: Word[]): boolean {
  const real = words.filter(word => hasLetters(word) && word.confidence >= MIN_WORD_CONFIDENCE)
  return real.length >= 3 && shareFrom(CLEAR_CONFIDENCE, real) < 1 - MAX_HESITANT
}

function hasLetters({ text }: Word): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text)
}

/** Of their letters, 0 to 1. */
function shareFrom(confidence: number, words: Word[]): number {
  const letters = (some: Word[]): number => some.reduce((sum, { text }) => sum + text.length, 0)
  return letters(words.filter(word => word.confidence >= confidence)) / letters(words)
}

function onPage(line: PlacedLine, page: number, prepared: Prepared, picture: Grey): RecognisedLine {
  const { kind, table, cells, confidence, whole, pieces } = line
  const box = (place: Place): Box => boxOf(place, prepared, picture)
  return { page, kind, table, cells, confidence, box: box(whole), cell_boxes: pieces.map(piece => piece && box(piece)) }
}

function boxOf({ left, top, right, bottom }: Place, { place }: Prepared, { width, height }: Grey): Box {
  const corners = [place(left, top), place(right, top), place(left, bottom), place(right, bottom)]
  const share = (value: number, whole: number): number => Math.round(Math.min(1, Math.max(0, value / whole)) * 10_000)
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [
    share(Math.min(...xs), width),
    share(Math.min(...ys), height),
    share(Math.max(...xs), width),
    share(Math.max(...ys), height),
  ]
}
