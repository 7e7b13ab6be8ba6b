export type Wanted =
  | 'money'
  | 'time'
  | 'duration'
  | 'date'
  | 'place'
  | 'person'
  | 'phone'
  | 'percent'
  | 'number'
  | 'yes_no'
  | 'other'

/** How well a question word is covered, 0 to 1: literally, by a synonym, or by a range with its number. */
export type AskedWord = {
  /** as the shop's index counts it: folded, English stemmed */
  term: string
  /** 0: in every passage, 1: in one or none */
  rarity: number
  /** 1: names something; less for common words; 0 for function words */
  worth: number
  /** no passage has it or a synonym */
  isUnknown: boolean
  /** by the whole reply */
  reply: number
  /** by the one line it is based on */
  line: number
  headings: number
  passage: number
  /** the best of other lines in the same passage */
  siblings: number
  /** the best of other passages */
  elsewhere: number
}

/** A neighbouring name: table rows, price list lines. Terms as in `AskedWord.term`. */
export type Named = { terms: readonly string[] }

export type FactKind = 'value' | 'class' | 'list' | 'card' | 'statement'

/** A possible reply to a question, with everything the judge needs. */
export type Candidate = {
  question: {
    text: string
    wanted: Wanted
    language: 'vi' | 'en'
    words: readonly AskedWord[]
    meant: ReadonlySet<string>
    /** earlier turns, oldest first */
    before: readonly string[]
    /** when asked; absent: unknown */
    year: number | undefined
    isOwnCase: boolean
  }
  reply: {
    text: string
    /** the whole line or row it is based on */
    line: string
    /** the thing named at the line's beginning */
    name: Named | null
    isRow: boolean
    isNarrowed: boolean
    lines: number
    isForeign: boolean
  }
  headings: readonly string[]
  title: string
  passage: string
  siblings: readonly Named[]
  rivals: readonly { text: string; share: number }[]
  /** null: quoted lines */
  compiled: CompiledAnswer | null
  /** from tables and lists: the reply itself or a second opinion */
  fact: Fact | null
  statement: Sentence | null
  found: Found
  shop: Shop
}

export type Fact = {
  text: string
  isSaid: boolean
  /** explains nearly everything, with no evidence against it */
  isSure: boolean
  measures: Readonly<Record<string, number>>
}

export type CompiledAnswer = {
  kind: FactKind
  /** within the bounds of its kind */
  isSure: boolean
  isWhole: boolean
  /** share of the topic covered by a list or class; 0 for others */
  explained: number
  places: number
}

export type Sentence = {
  isHere: boolean
  isSure: boolean
  measures: Readonly<Record<string, number>>
}

/** Search figures: shares from 0 to 1, except the distances. */
export type Found = {
  lineShare: number
  passageShare: number
  /** lead of its passage over the fourth one, and over the mean */
  gap: number
  lead: number
  place: number
  behind: number
  sum: number
  size: number
}

export type Shop = {
  terms(text: string): readonly string[]
  rarity(term: string): number
  isStop(term: string): boolean
}
