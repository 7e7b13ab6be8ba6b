import type { Query } from './query.ts'
import type { SearchIndex } from './search-index.ts'
import { LikenessToAsked } from './word-likeness.ts'
import { isSyllable } from '../language/stem.ts'
import { isStop, wordWorth } from '../language/stop-words.ts'
import { gramsOf, isMarked, type Token } from '../language/tokens.ts'

export type Measure = {
  query: Query
  weights: number[]
  total: number
  /** `known`: some passage has them side by side. */
  pairs: { first: string; second: string; weight: number; known: boolean }[]
  pairTotal: number
  /** Neighbouring content words, gaps allowed. */
  near: { first: string; second: string; weight: number }[]
  accented: { raw: string; weight: number }[]
  /** Content words' n-gram weights and positions. */
  grams: number[]
  gramAt: Map<string, number>
  gramTotal: number
  gramsOfTerm: Map<string, number[]>
  /** Null unless English. */
  likeness: LikenessToAsked | null
  rare: string[]
  /** Positions of content words no passage has, synonyms included. */
  unknown: Set<number>
  /** Positions of those no passage has as typed. */
  unheard: Set<number>
  unknownCompounds: number
  /** Non-Vietnamese content words no passage has: other things' names ("zumba"). */
  strangeNames: number
  /** Share that only asks ("mấy giờ mở cửa", "ở đâu"). */
  askingShare: number
}

/** The kind of answer meets them. */
const askingWorth = 0.2

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
    query.tokens.flatMap((token, i) => (isStop(token) || query.asking.has(i) || index.recognises(token) ? [] : [i])),
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

/** Each syllable of "giáo viên" weighs less than a whole word. */
function partsOfCompounds({ tokens, compounds }: Query): number[] {
  const parts = tokens.map(() => 1)
  for (const { at, length } of compounds) parts.fill(Math.sqrt(length), at, at + length)
  return parts
}

export function sum(values: number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
