import { meetRanges } from './number-matches.ts'
import type { Query } from './query.ts'
import type { SearchIndex } from './search-index.ts'
import { isSyllable } from '../language/stem.ts'
import { isStop, wordWorth } from '../language/stop-words.ts'
import { gramsOf, isMarked, type Token } from '../language/tokens.ts'
import { LikenessToAsked } from './word-likeness.ts'

/** A text prepared for comparing: its words, where they stand, its pairs. */
export type View = {
  tokens: Token[]
  raws: Set<string>
  positions: Map<string, number[]>
  /** written with marks: a word without one is meant so */
  isMarked: boolean
}

export function viewOf(tokens: Token[]): View {
  const positions = new Map<string, number[]>()
  tokens.forEach(({ term }, at) => {
    const list = positions.get(term)
    if (list) list.push(at)
    else positions.set(term, [at])
  })
  return {
    tokens,
    raws: new Set(tokens.map(token => token.raw)),
    positions,
    isMarked: tokens.some(({ raw }) => isMarked(raw)),
  }
}

/** What of a question is worth matching: every word's weight, its pairs and its grams. */
export type Measure = {
  query: Query
  weights: number[]
  total: number
  /** neighbouring words; `known` when some passage has them side by side */
  pairs: { first: string; second: string; weight: number; known: boolean }[]
  pairTotal: number
  /** neighbouring content words, whatever stands between them */
  near: { first: string; second: string; weight: number }[]
  accented: { raw: string; weight: number }[]
  /** weights of the content words' grams, and where each gram stands among them */
  grams: number[]
  gramAt: Map<string, number>
  gramTotal: number
  /** which of the grams a word has; filled as words are met */
  gramsOfTerm: Map<string, number[]>
  /** of words to those of an English question; null: another language */
  likeness: LikenessToAsked | null
  rare: string[]
  /** positions of the query's content words that no passage has, not even by another name */
  unknown: Set<number>
  /** positions of those that no passage has as they are typed */
  unheard: Set<number>
  /** share of the question's compounds that no passage has, not even by another name */
  unknownCompounds: number
  /** share of its content words that are no Vietnamese syllables and that no passage has: names of other things ("zumba") */
  strangeNames: number
  /** how much of the question only asks and names nothing ("mấy giờ mở cửa", "ở đâu") */
  askingShare: number
}

/** The same letters with other marks ("dạy" and "đầy"): a slip at best, mostly another word. */
const otherMarksWorth = 0.3
/** Words that only ask are met by the kind of answer, not by themselves. */
const askingWorth = 0.2
/** What the syllables of one thing are worth where they stand apart ("nước" … "hoa" for "nước hoa"). */
const apart = 0.4

export function measureOf(query: Query, index: SearchIndex): Measure {
  const parts = partsOfCompounds(query)
  const weights = query.tokens.map(
    (token, i) => (index.weight(token) * Math.min(wordWorth(token), query.asking.has(i) ? askingWorth : 1)) / parts[i]!,
  )
  const pairs = query.tokens.slice(1).map((token, i) => {
    const before = query.tokens[i]!
    const stops = Number(isStop(before) || query.asking.has(i)) + Number(isStop(token) || query.asking.has(i + 1))
    return {
      first: before.term,
      second: token.term,
      known: index.hasPair(before.term, token.term),
      weight: index.pairIdf(before.term, token.term) * [1, 0.4, 0.1][stops]!,
    }
  })
  const accented = query.tokens
    .filter(token => isMarked(token.raw) && !isStop(token))
    .map(token => ({ raw: token.raw, weight: index.weight(token) }))
  const content = query.tokens.filter((token, i) => !isStop(token) && !query.asking.has(i))
  const near = content
    .slice(1)
    .map((token, i) => ({
      first: content[i]!.term,
      second: token.term,
      weight: Math.sqrt(index.weight(content[i]!) * index.weight(token)),
    }))
    .filter(pair => pair.first !== pair.second)
  const gramAt = new Map([...new Set(content.flatMap(token => gramsOf(token.term)))].map((gram, at) => [gram, at]))
  const grams = [...gramAt.keys()].map(gram => index.gramIdf(gram))
  const rare = [...new Map(content.map(token => [token.term, index.weight(token)]))]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([term]) => term)
  const known = (words: Token[]) =>
    words.every((word, i) => index.knows(word) && (i === 0 || index.hasPair(words[i - 1]!.term, word.term)))
  const unknown = new Set(
    query.tokens.flatMap((token, i) =>
      isStop(token) ||
      query.asking.has(i) ||
      index.knows(token) ||
      query.alternatives.some(other => i >= other.at && i < other.at + other.length && known(other.tokens))
        ? []
        : [i],
    ),
  )
  const unheard = new Set(
    query.tokens.flatMap((token, i) => (isStop(token) || query.asking.has(i) || index.hears(token) ? [] : [i])),
  )
  const strange = query.compounds.filter(
    ({ at, length }) =>
      !known(query.tokens.slice(at, at + length)) &&
      !query.alternatives.some(
        other => other.at <= at && other.at + other.length >= at + length && known(other.tokens),
      ),
  )
  const naming = query.tokens.filter((token, i) => wordWorth(token) === 1 && !query.asking.has(i)).length
  const names =
    query.language === 'vi'
      ? [...unknown].filter(at => !isSyllable(query.tokens[at]!.term) && !/\d/.test(query.tokens[at]!.raw))
      : []
  return {
    query,
    strangeNames: names.length / Math.max(1, content.length),
    askingShare: 1 / (1 + naming),
    unknownCompounds: query.compounds.length ? strange.length / query.compounds.length : 0,
    weights,
    total: sum(weights) || 1,
    pairs,
    near,
    pairTotal: sum(pairs.map(pair => pair.weight)) || 1,
    accented,
    grams,
    gramAt,
    gramsOfTerm: new Map(),
    likeness:
      query.language === 'en'
        ? new LikenessToAsked(query.tokens.map((token, i) => (isStop(token) || query.asking.has(i) ? '' : token.raw)))
        : null,
    gramTotal: sum(grams) || 1,
    rare,
    unknown,
    unheard,
  }
}

/** "Giáo viên" is one word of two syllables: each weighs less than a word of one. */
function partsOfCompounds({ tokens, compounds }: Query): number[] {
  const parts = tokens.map(() => 1)
  for (const { at, length } of compounds) parts.fill(Math.sqrt(length), at, at + length)
  return parts
}

/** How well each word of the question is met by a text, 0 to 1: itself, by another name, or nearly (a typing slip). */
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

/** The same letters stand there only with other marks ("bán" for "bạn"), or as a small word that has none ("cho" for "chó"). */
function otherMarks(token: Token, view: View, isUnheard: boolean): boolean {
  return (view.positions.get(token.term) ?? []).every(at => {
    const there = view.tokens[at]!
    return isMarked(there.raw) || (isUnheard && view.isMarked && isStop(there))
  })
}

/** Whether a text holds the words one after the other; `exactly`: where both carry marks, with the same marks. */
export function holds(view: View, phrase: Token[], exactly = false): boolean {
  const [first] = phrase
  if (!first) return false
  const same = (word: Token, there: Token | undefined): boolean =>
    there?.term === word.term && (!exactly || there.raw === word.raw || !isMarked(word.raw) || !isMarked(there.raw))
  return (view.positions.get(first.term) ?? []).some(at => phrase.every((word, i) => same(word, view.tokens[at + i])))
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

/** Share of the question's pairs of content words that some passage has, and of these the share that a text lacks. */
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

/** Share of neighbouring content words of the question that stand close together in the text, in either order. */
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

/** The longest run of the question's words that the text repeats, as a share of the question. */
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

function sum(values: number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
