import type { AskedWord, Candidate } from './candidate.ts'

const half = 0.5
const little = 0.3

export function measureWords({ question: { words } }: Candidate) {
  const contentWords = words.filter(({ worth }) => worth > 0)
  const weightOf = ({ rarity, worth }: AskedWord): number => rarity * worth
  const total = sum(contentWords.map(weightOf)) || 1
  const share = (of: (word: AskedWord) => number): number =>
    sum(contentWords.map(word => weightOf(word) * of(word))) / total
  const here = ({ reply, headings }: AskedWord): number => Math.max(reply, headings)
  const naming = contentWords.filter(({ worth }) => worth >= 1)
  const missed = contentWords.map(word => weightOf(word) * (1 - here(word))).sort((a, b) => b - a)
  const missedAll = contentWords
    .map(word => weightOf(word) * (1 - Math.max(here(word), word.passage)))
    .sort((a, b) => b - a)
  const isMissed = (word: AskedWord): boolean => here(word) < little
  const of = (which: (word: AskedWord) => boolean): number => sum(naming.filter(which).map(({ rarity }) => rarity))
  const first = naming[0]
  const last = naming.at(-1)
  return {
    askedWeight: total,
    naming: naming.length,
    wordsSaid: share(({ reply }) => reply),
    wordsHeaded: share(here),
    wordsPassage: share(word => Math.max(here(word), word.passage)),
    linesGain: share(({ reply, line, headings }) => Math.max(0, reply - Math.max(line, headings))),
    lineHeaded: share(({ line, headings }) => Math.max(line, headings)),
    onlyHeaded: share(({ reply, headings }) => Math.max(0, headings - reply)),
    missedMax: missed[0] ?? 0,
    missedSecond: missed[1] ?? 0,
    missedMaxAnywhere: missedAll[0] ?? 0,
    missedSum: sum(missedAll),
    namesMissed: naming.filter(isMissed).length,
    namesMissedShare: naming.length ? naming.filter(isMissed).length / naming.length : 0,
    unknown: of(({ isUnknown }) => isUnknown),
    siblingHas: of(word => isMissed(word) && word.siblings > half),
    elsewhereHas: of(word => Math.max(here(word), word.passage) < little && word.elsewhere > half),
    elsewhereOnly: of(word => isMissed(word) && word.elsewhere > half),
    firstMissed: first ? (1 - here(first)) * first.rarity : 0,
    lastMissed: last ? (1 - here(last)) * last.rarity : 0,
  }
}

export function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
