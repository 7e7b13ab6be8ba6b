import type { Clause } from './opt-out-clauses.ts'
import { optOutWeights } from './opt-out-weights.ts'
import { cleanText, fold } from './text/fold.ts'

/** Where a verdict begins, chosen by authors left out of the learning. */
export const [sureAt, likelyAt, unclearAt] = [5, 2, -1]

export const optOutBits = 15
/** A logistic regression’s logit. Clauses are those of the same text. */
export function scoreOptOut(text: string, clauses: readonly Clause[]): number {
  const features = featuresOf(text, clauses)
  let sum = 0
  for (const feature of features) sum += weights[feature]!
  return optOutWeights.bias + (sum * optOutWeights.scale) / Math.sqrt(features.length)
}

const weights = Int8Array.from(atob(optOutWeights.values), byte => byte.charCodeAt(0))

/** Words, neighbours, parts of words and the lexicon's classes, hashed. Never empty. */
export function featuresOf(text: string, clauses: readonly Clause[]): number[] {
  const typed = cleanText(text)
    .toLowerCase()
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .match(/\p{L}[\p{L}\p{M}\p{N}]*|\p{N}+|\?/gu)
  const words = (typed ?? []).map(fold)
  const found = new Set<string>([words.length <= 2 ? 'short' : words.length > 15 ? 'long' : 'usual'])
  for (const word of typed ?? []) found.add(`typed ${word}`)
  addSeries(found, ['^', ...words, '$'], 'word', 4)
  for (const word of words) {
    const spelled = `<${word}>`
    for (const size of [3, 4])
      for (let at = 0; at + size <= spelled.length; at++) found.add(`part ${spelled.slice(at, at + size)}`)
  }
  addClasses(found, clauses)
  return [...new Set([...found].map(hash))]
}

function addSeries(found: Set<string>, words: string[], kind: string, reach: number): void {
  for (const [at, word] of words.entries()) {
    found.add(`${kind} ${word}`)
    const [next, third] = [words[at + 1], words[at + 2]]
    if (next !== undefined) found.add(`${kind} ${word} ${next}`)
    if (third !== undefined) found.add(`${kind} ${word} ${next} ${third}`)
    for (let gap = 2; gap <= reach && at + gap < words.length; gap++) found.add(`${kind} ${word} … ${words[at + gap]}`)
  }
}

function addClasses(found: Set<string>, clauses: readonly Clause[]): void {
  const series = clauses.flatMap(({ tokens, question }) => [
    '|',
    ...[...tokens.matchAll(/\[([^\]]*)\]/g)].map(([, classes]) => classes || '_').filter(classes => classes !== '.'),
    ...(question ? ['?'] : []),
  ])
  for (const [at, classes] of series.entries())
    for (const one of classes) {
      found.add(`class ${one}`)
      for (const [gap, kind] of [' ', ' … ', ' … '].entries())
        for (const other of series[at + gap + 1] ?? '') found.add(`class ${one}${kind}${other}`)
    }
}

/** FNV-1a with a last stir. */
function hash(text: string): number {
  let value = 2_166_136_261
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619)
  value = Math.imul(value ^ (value >>> 13), 1_540_483_477)
  return ((value ^ (value >>> 15)) >>> 0) % 2 ** optOutBits
}
