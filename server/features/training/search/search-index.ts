import { addScores, buildPostings, documentFrequency, inverseFrequency, type Postings } from './postings.ts'
import { isStop, isStopWord } from '../language/stop-words.ts'
import { gramsOf, isMarked, termOf, words, type Token } from '../language/tokens.ts'

/** The heading counts twice. */
export type IndexedText = { title: string; heading: string; text: string }

export type WeightedRun = { tokens: Token[]; weight: number }

export type AlternativeRun = WeightedRun & { at: number; length: number }

const segmentEnd = /\n|(?<=[.!?;])\s/

const accentWeight = 0.4
const pairWeight = 0.4
const gramWeight = 0.12
const stopWeight = 0.2

/** BM25 over folded words, marked words, pairs and character n-grams. Stores only term numbers, to stay small. */
export class SearchIndex {
  readonly size: number
  readonly #terms = new Map<string, number>()
  readonly #accented = new Map<string, number>()
  readonly #grams = new Map<string, number>()
  /** Sentences and lines, to weigh words where passages are few. */
  #segments = 0
  readonly #segmentsWith: Uint32Array
  /** 1 where a term occurs without marks. */
  readonly #unmarked: Uint8Array
  readonly #termField: Postings
  readonly #accentField: Postings
  readonly #gramField: Postings
  readonly #pairField: Postings
  /** Sorted; the index is the pair's number. */
  readonly #pairKeys: Float64Array

  constructor(passages: Iterable<IndexedText>) {
    const known = new KnownWords(this.#terms, this.#accented)
    const termIds: Uint32Array[] = []
    const accentIds: Uint32Array[] = []
    const segmentsWith: number[] = []
    const lastSegmentWith: number[] = []
    for (const passage of passages) {
      const ids = known.numbersOf(`${passage.title}\n${passage.heading}\n${passage.heading}`)
      for (const segment of passage.text.split(segmentEnd)) {
        const inside = known.numbersOf(segment)
        this.#segments += inside.length ? 1 : 0
        for (const word of inside) {
          const id = known.terms[word]!
          if (lastSegmentWith[id] !== this.#segments) segmentsWith[id] = (segmentsWith[id] ?? 0) + 1
          lastSegmentWith[id] = this.#segments
          ids.push(word)
        }
      }
      termIds.push(Uint32Array.from(ids, word => known.terms[word]!))
      accentIds.push(Uint32Array.from(ids.map(word => known.accented[word]!).filter(id => id >= 0)))
    }
    this.size = termIds.length
    this.#unmarked = new Uint8Array(this.#terms.size)
    known.terms.forEach((id, word) => {
      if (known.accented[word]! < 0) this.#unmarked[id] = 1
    })
    this.#segmentsWith = Uint32Array.from({ length: this.#terms.size }, (_, id) => segmentsWith[id] ?? 0)
    this.#termField = buildPostings(termIds, this.#terms.size)
    this.#accentField = buildPostings(accentIds, this.#accented.size)
    this.#gramField = this.#buildGrams(termIds)
    const pairs = buildPairs(termIds, this.#terms.size)
    this.#pairKeys = pairs.keys
    this.#pairField = pairs.field
  }

  #buildGrams(termIds: Uint32Array[]): Postings {
    const gramsOfTerm: Uint32Array[] = []
    for (const [term, id] of this.#terms) {
      gramsOfTerm[id] = Uint32Array.from(gramsOf(term), gram => numberOf(this.#grams, gram))
    }
    const ids = termIds.map(terms => {
      let length = 0
      for (const id of terms) length += gramsOfTerm[id]!.length
      const out = new Uint32Array(length)
      let at = 0
      for (const id of terms) {
        out.set(gramsOfTerm[id]!, at)
        at += gramsOfTerm[id]!.length
      }
      return out
    })
    return buildPostings(ids, this.#grams.size)
  }

  frequency(term: string): number {
    return documentFrequency(this.#termField, this.#terms.get(term))
  }

  /** As typed or without marks; "dạy" is unknown where only "đầy" occurs. */
  knows({ raw, term }: Token): boolean {
    const id = this.#terms.get(term)
    if (id === undefined) return false
    return !isMarked(raw) || this.#accented.has(raw) || this.#unmarked[id] === 1
  }

  /** Likewise, but the small word "cho" does not count for "chó". */
  recognises(token: Token): boolean {
    return this.knows(token) && (!isMarked(token.raw) || this.#accented.has(token.raw) || !isStopWord(token.term))
  }

  /** Rarity over sentences and lines, 0 to 1. */
  weight(token: Token): number {
    const id = this.knows(token) ? this.#terms.get(token.term) : undefined
    const max = inverseFrequency(this.#segments, 0)
    return inverseFrequency(this.#segments, id === undefined ? 0 : this.#segmentsWith[id]!) / max
  }

  pairIdf(first: string, second: string): number {
    return inverseFrequency(this.size, documentFrequency(this.#pairField, this.#pairNumber(first, second)))
  }

  gramIdf(gram: string): number {
    return inverseFrequency(this.size, documentFrequency(this.#gramField, this.#grams.get(gram)))
  }

  hasPair(first: string, second: string): boolean {
    return this.#pairNumber(first, second) !== undefined
  }

  vocabulary(): IterableIterator<string> {
    return this.#terms.keys()
  }

  scores(runs: WeightedRun[]): Float64Array {
    const scores = new Float64Array(this.size)
    this.#add(runs, scores)
    return scores
  }

  /** `plain`: the first run alone. */
  search(runs: WeightedRun[], alternatives: AlternativeRun[]): { scores: Float64Array; plain: Float64Array } {
    const plain = this.scores(runs.slice(0, 1))
    const scores = runs.length > 1 ? this.scores(runs) : plain.slice()
    this.#addAlternatives(alternatives, scores)
    return { scores, plain }
  }

  /** Only the best alternative for the same words counts. */
  #addAlternatives(alternatives: AlternativeRun[], scores: Float64Array): void {
    const known = alternatives.filter(run => run.tokens.every(token => this.#terms.has(token.term)))
    const one = new Float64Array(this.size)
    const top = new Float64Array(this.size)
    for (const group of Map.groupBy(known, run => `${run.at}:${run.length}`).values()) {
      if (group.length === 1) {
        this.#add(group, scores)
        continue
      }
      top.fill(0)
      for (const run of group) {
        one.fill(0)
        this.#add([run], one)
        for (let i = 0; i < one.length; i++) if (one[i]! > top[i]!) top[i] = one[i]!
      }
      for (let i = 0; i < top.length; i++) scores[i]! += top[i]!
    }
  }

  #add(runs: WeightedRun[], scores: Float64Array): void {
    const terms = new Map<string, number>()
    const accented = new Map<string, number>()
    const pairs = new Map<number, number>()
    const grams = new Map<string, number>()
    for (const run of runs) {
      run.tokens.forEach((token, i) => {
        const stop = isStop(token)
        raise(terms, token.term, run.weight * (stop ? stopWeight : 1))
        if (isMarked(token.raw)) raise(accented, token.raw, run.weight)
        if (!stop) for (const gram of gramsOf(token.term)) raise(grams, gram, run.weight)
        const next = run.tokens[i + 1]
        const pair = next && this.#pairNumber(token.term, next.term)
        if (pair !== undefined) raise(pairs, pair, run.weight)
      })
    }
    for (const [term, weight] of terms) addScores(this.#termField, this.#terms.get(term), weight, scores)
    for (const [raw, weight] of accented)
      addScores(this.#accentField, this.#accented.get(raw), weight * accentWeight, scores)
    for (const [pair, weight] of pairs) addScores(this.#pairField, pair, weight * pairWeight, scores)
    for (const [gram, weight] of grams) addScores(this.#gramField, this.#grams.get(gram), weight * gramWeight, scores)
  }

  #pairNumber(first: string, second: string): number | undefined {
    const a = this.#terms.get(first)
    const c = this.#terms.get(second)
    if (a === undefined || c === undefined) return undefined
    return positionOf(this.#pairKeys, a * this.#terms.size + c)
  }
}

export function best(scores: ArrayLike<number>, count: number): { position: number; score: number }[] {
  const out: { position: number; score: number }[] = []
  for (let position = 0; position < scores.length; position++) {
    const score = scores[position]!
    if (score <= 0 || (out.length === count && score <= out[count - 1]!.score)) continue
    let at = out.length === count ? count - 1 : out.length
    while (at > 0 && out[at - 1]!.score < score) {
      out[at] = out[at - 1]!
      at -= 1
    }
    out[at] = { position, score }
  }
  return out
}

class KnownWords {
  /** Index of the folded form, and of the marked form or -1. */
  readonly terms: number[] = []
  readonly accented: number[] = []
  readonly #numbers = new Map<string, number>()
  readonly #termNumbers: Map<string, number>
  readonly #accentNumbers: Map<string, number>

  constructor(termNumbers: Map<string, number>, accentNumbers: Map<string, number>) {
    this.#termNumbers = termNumbers
    this.#accentNumbers = accentNumbers
  }

  numbersOf(text: string): number[] {
    return words(text).map(raw => {
      const known = this.#numbers.get(raw)
      if (known !== undefined) return known
      this.#numbers.set(raw, this.terms.length)
      this.accented.push(isMarked(raw) ? numberOf(this.#accentNumbers, raw) : -1)
      return this.terms.push(numberOf(this.#termNumbers, termOf(raw))) - 1
    })
  }
}

function raise<Key>(weights: Map<Key, number>, key: Key, weight: number): void {
  if ((weights.get(key) ?? 0) < weight) weights.set(key, weight)
}

function numberOf(numbers: Map<string, number>, word: string): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, numbers.size)
  return numbers.size - 1
}

function positionOf(sorted: Float64Array, key: number): number | undefined {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = sorted[middle]!
    if (value === key) return middle
    if (value < key) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

function buildPairs(termIds: Uint32Array[], termCount: number): { keys: Float64Array; field: Postings } {
  let total = 0
  for (const ids of termIds) total += Math.max(0, ids.length - 1)
  const all = new Float64Array(total)
  let at = 0
  for (const ids of termIds) for (let i = 0; i + 1 < ids.length; i++) all[at++] = ids[i]! * termCount + ids[i + 1]!
  all.sort()
  let unique = 0
  for (let i = 0; i < total; i++) if (i === 0 || all[i] !== all[i - 1]) all[unique++] = all[i]!
  const keys = all.slice(0, unique)
  const ids = termIds.map(terms =>
    Uint32Array.from({ length: Math.max(0, terms.length - 1) }, (_, i) =>
      positionOf(keys, terms[i]! * termCount + terms[i + 1]!)!,
    ),
  )
  return { keys, field: buildPostings(ids, unique) }
}
