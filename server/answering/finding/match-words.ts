import { hasDiacritics } from '#shared/rules/text/fold.ts'
import type { Frame, FrameWord } from '../understanding/frame.ts'
import { oneSlip } from '../reading/slips.ts'
import type { FactIndex, Field } from './fact-index.ts'

const meant = 0.85
const slipped = 0.75
const shortened = 0.8

/** `matchWords` with a cache for identical texts. */
export function wordMatcher(frame: Frame, index: FactIndex): (field: Field) => readonly number[] {
  const matched = new Map<string, readonly number[]>()
  return field => {
    const key = field.words.join(' ')
    const known = matched.get(key) ?? matchWords(frame, field, index)
    matched.set(key, known)
    return known
  }
}

/** How well a text covers each word, from 0 to 1. */
export function matchWords(frame: Frame, field: Field, index: FactIndex): number[] {
  const met: number[] = frame.words.map(word => (isSame(word, field, index) ? 1 : 0))
  if (field.words.length === 0) return met
  const raise = (at: number, length: number, value: number): void => {
    for (let i = at; i < Math.min(at + length, met.length); i++) met[i] = Math.max(met[i]!, value)
  }
  for (const [at, { word, others }] of frame.words.entries()) {
    if (met[at] === 1) continue
    for (const other of others)
      if (other.words.every(one => field.set.has(one)) && !isPart(other, at, frame)) raise(at, other.length, meant)
    if (met[at]! > 0) continue
    const known = (index.frequency.get(word) ?? 0) > 0
    if (!known && isInitials(word, field)) raise(at, 1, shortened)
    if (!known && word.length >= 4 && field.words.some(other => other.length >= 3 && oneSlip(word, other)))
      raise(at, 1, slipped)
  }
  for (const short of field.shorts) {
    for (let at = 0; at + short.length <= frame.words.length; at++) {
      const run = frame.words.slice(at, at + short.length)
      if (
        run.every(({ word }, i) => word.length > 1 && word[0] === short[i]) &&
        run.some(({ isFraming }) => !isFraming)
      )
        raise(at, short.length, shortened)
    }
  }
  return met
}

/** "sạc" for "củ sạc" drops a word that may distinguish it. */
function isPart({ words, length }: FrameWord['others'][number], at: number, frame: Frame): boolean {
  const typed = frame.words.slice(at, at + length).map(({ word }) => word)
  return words.every(word => typed.includes(word))
}

/** If the documents also use the accented form, other accents are another word: "nặng" is not "Nắng". */
function isSame({ word, raw }: FrameWord, field: Field, index: FactIndex): boolean {
  if (!field.set.has(word)) return false
  return !hasDiacritics(raw) || field.marked.has(raw) || !index.marked.has(raw)
}

/** "gt1" for "Giao tiếp 1". */
function isInitials(word: string, { initials }: Field): boolean {
  return word.length >= 2 && word.length <= 6 && initials.length >= word.length && initials.includes(word)
}
