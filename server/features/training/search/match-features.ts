import { type Measure, sum } from './measure-question.ts'
import { meetRanges } from './number-matches.ts'
import { holds, type View } from './text-view.ts'
import { isStop } from '../language/stop-words.ts'
import { gramsOf, isMarked, type Token } from '../language/tokens.ts'

/** Same letters, other marks ("dạy", "đầy"): rarely a slip, mostly another word. */
const otherMarksWorth = 0.3
/** Syllables of a compound standing apart ("nước" … "hoa"). */
const apart = 0.4

/** 0 to 1 per word: itself, by synonym or by typo. */
export function coverOf(measure: Measure, view: View): number[] {
  const { tokens, alternatives, compounds, asking } = measure.query
  const { unheard } = measure
  const cover = tokens.map((token, i): number => {
    if (asking.has(i)) return 0
    if (view.positions.has(token.term)) {
      return !isMarked(token.raw) || view.raws.has(token.raw) || !otherMarks(token, view, unheard.has(i))
        ? 1
        : otherMarksWorth
    }
    return 0
  })
  meetRanges(tokens, view, cover)
  for (const { at, length } of compounds) {
    if (holds(view, tokens.slice(at, at + length))) continue
    for (let i = at; i < at + length; i++) cover[i]! *= apart
  }
  for (const other of alternatives) {
    if (!holds(view, other.tokens, true)) continue
    const worth = other.worth ?? Math.min(0.9, 0.45 + other.weight)
    for (let i = other.at; i < other.at + other.length; i++) cover[i] = Math.max(cover[i]!, worth)
  }
  return cover
}

/** Only with other marks ("bán" for "bạn"), or as a small word ("cho" for "chó"). */
function otherMarks(token: Token, view: View, isUnheard: boolean): boolean {
  return (view.positions.get(token.term) ?? []).every(at => {
    const there = view.tokens[at]!
    return isMarked(there.raw) || (isUnheard && view.isMarked && isStop(there))
  })
}

export function weighted(measure: Measure, cover: number[]): number {
  let met = 0
  for (let i = 0; i < cover.length; i++) met += cover[i]! * measure.weights[i]!
  return met / measure.total
}

export function pairCoverage(measure: Measure, view: View): number {
  let met = 0
  for (const pair of measure.pairs) {
    const ats = view.positions.get(pair.first)
    if (ats?.some(at => view.tokens[at + 1]?.term === pair.second)) met += pair.weight
  }
  return met / measure.pairTotal
}

export function knownPairs(measure: Measure, view: View): { pairsKnown: number; pairsMissed: number } {
  const { tokens } = measure.query
  let known = 0
  let missed = 0
  measure.pairs.forEach((pair, i) => {
    if (!pair.known || isStop(tokens[i]!) || isStop(tokens[i + 1]!)) return
    known += pair.weight
    if (!holds(view, tokens.slice(i, i + 2))) missed += pair.weight
  })
  return { pairsKnown: known / measure.pairTotal, pairsMissed: known ? missed / known : 0 }
}

export function nearCoverage(measure: Measure, view: View): number {
  let met = 0
  let total = 0
  for (const pair of measure.near) {
    total += pair.weight
    const ats = view.positions.get(pair.first)
    const others = view.positions.get(pair.second)
    if (ats && others && closest(ats, others) <= closeDistance) met += pair.weight
  }
  return total ? met / total : 0
}

const closeDistance = 4

function closest(a: number[], b: number[]): number {
  let best = Infinity
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    best = Math.min(best, Math.abs(a[i]! - b[j]!))
    if (a[i]! < b[j]!) i += 1
    else j += 1
  }
  return best
}

export function accentCoverage(measure: Measure, view: View): number | null {
  const total = sum(measure.accented.map(word => word.weight))
  if (!total) return null
  return sum(measure.accented.map(word => (view.raws.has(word.raw) ? word.weight : 0))) / total
}

export function gramCoverage(measure: Measure, view: View): number {
  const met = new Uint8Array(measure.grams.length)
  for (const term of view.positions.keys()) for (const at of gramsMet(measure, term)) met[at] = 1
  let total = 0
  for (let at = 0; at < met.length; at++) if (met[at]) total += measure.grams[at]!
  return total / measure.gramTotal
}

function gramsMet({ gramAt, gramsOfTerm }: Measure, term: string): number[] {
  const known = gramsOfTerm.get(term)
  if (known) return known
  const met = gramsOf(term).flatMap(gram => gramAt.get(gram) ?? [])
  gramsOfTerm.set(term, met)
  return met
}

export function longestRun(measure: Measure, view: View): number {
  const asked = measure.query.tokens
  let longest = 0
  for (let i = 0; i + longest < asked.length; i++) {
    for (const at of view.positions.get(asked[i]!.term) ?? []) {
      let length = 1
      while (i + length < asked.length && asked[i + length]!.term === view.tokens[at + length]?.term) length += 1
      if (length > longest) longest = length
    }
  }
  return longest / Math.max(1, asked.length)
}
