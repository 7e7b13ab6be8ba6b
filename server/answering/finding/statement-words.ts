import { fold, hasDiacritics } from '#shared/rules/text/fold.ts'
import { brandWords } from '../lexicon/brand-words.ts'
import { lightWords } from '../lexicon/light-words.ts'
import { oneSpelling } from '../reading/plain-text.ts'
import { oneSlip } from '../reading/slips.ts'
import type { Frame, FrameWord } from '../understanding/frame.ts'
import type { FactIndex } from './fact-index.ts'

const otherWay = 0.88
const maxOthers = 6
const looseWay = 0.6
const slipped = 0.75
/** The document has the word without accents, or with other ones. */
const bare = 0.95
const otherMarks = 0.5
const lightWorth = 0.15
const distinctiveWeight = 0.3

const brandNames: ReadonlySet<string> = new Set(brandWords)
const light = new Set(lightWords.split(/\s+/u).filter(Boolean).map(oneSpelling))
const lightFolded = new Set([...light].map(fold))

export function worthOf({ raw, worth }: FrameWord): number {
  return isLight(raw) ? Math.min(worth, lightWorth) : worth
}

/** A short word typed without accents may be any with the same folded form. */
function isLight(raw: string): boolean {
  return light.has(raw) || (!hasDiacritics(raw) && raw.length <= 3 && lightFolded.has(raw))
}

export function isContentWord(word: FrameWord): boolean {
  return !word.isBefore && !word.isFraming && worthOf(word) > distinctiveWeight && !/^\d/u.test(word.word)
}

export type Way = { at: number; length: number; keys: string[]; value: number }

export function phrasings(frame: Frame, index: FactIndex): Way[] {
  return frame.words.flatMap(({ word, raw, others }, at): Way[] => {
    const way = (key: string, value: number): Way => ({ at, length: 1, keys: [key], value })
    const plain = hasDiacritics(raw)
      ? [way(`=${raw}`, 1), way(`~${word}`, bare), ...(index.marked.has(raw) ? [] : [way(word, otherMarks)])]
      : frame.isMarked
        ? [way(`~${word}`, 1), way(word, otherMarks)]
        : [way(word, 1)]
    const many = others.length > maxOthers
    const other = (brandNames.has(word) ? [] : others).map((one): Way => ({
      at,
      length: one.length,
      keys: one.words,
      value: many ? looseWay : otherWay,
    }))
    const known = (index.frequency.get(word) ?? 0) > 0
    const mended =
      known || word.length < 4 || /\d/u.test(word)
        ? []
        : [...index.frequency.keys()]
            .filter(one => one.length >= 3 && oneSlip(word, one))
            .map((one): Way => ({ at, length: 1, keys: [one], value: slipped }))
    return [...plain, ...other, ...mended]
  })
}
