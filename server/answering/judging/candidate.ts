/** What a question can want; `other` where it is open. */
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

/** One word of a question, and how well it is met, 0 to 1: itself, by another word for it, by a range that holds its number. */
export type AskedWord = {
  /** as the shop's knowledge counts it: folded, English ones by their stem */
  term: string
  /** how rare it is in what the shop knows: 0 in every passage, 1 in one or none */
  rarity: number
  /** 1 names something; less for words of every customer; 0 for those that only ask or hold the sentence together */
  worth: number
  /** no passage of the shop has it, nor another word for it */
  isUnknown: boolean
  /** by what would be said */
  said: number
  /** by the one line that it rests on */
  line: number
  /** by the headings and the title above it */
  headings: number
  /** by its passage as a whole */
  passage: number
  /** the best that another line or row of the same passage does */
  siblings: number
  /** the best that another passage does */
  elsewhere: number
}

/** A name that stands beside others: rows of a table, lines of a price list. Its words as `AskedWord.term`. */
export type Named = { terms: readonly string[] }

/** Compiled knowledge that can be said in place of a line. */
export type FactKind = 'value' | 'class' | 'list' | 'card' | 'statement'

/** What could be said to one question, with all that tells whether it is the answer. Whoever finds something to say fills one in. */
export type Candidate = {
  question: {
    /** with abbreviations written out */
    text: string
    wanted: Wanted
    language: 'vi' | 'en'
    words: readonly AskedWord[]
    /** all words by which its things may be called, synonyms too */
    meant: ReadonlySet<string>
    /** what the conversation said before, oldest first */
    before: readonly string[]
    /** of the day on which it is asked; absent: unknown */
    year: number | undefined
    /** somebody asks how their own order or result stands */
    isOwnCase: boolean
  }
  said: {
    /** as the customer would read it, without polite words */
    text: string
    /** the line or row that it rests on, whole */
    line: string
    /** the thing that the line is about, where it begins with one */
    name: Named | null
    isRow: boolean
    /** only some of its columns are said */
    isNarrowed: boolean
    /** how many lines are said */
    lines: number
    isForeign: boolean
  }
  /** from the nearest heading up */
  headings: readonly string[]
  title: string
  /** the passage that it stands in */
  passage: string
  /** the names beside its own */
  siblings: readonly Named[]
  /** what else could have been said, best first, with its share of all that was found */
  rivals: readonly { text: string; share: number }[]
  /** of what kind it is; null: lines as they stand */
  told: CompiledAnswer | null
  /** what the shop's tables and lists say to it, if anything: a second opinion, or what is said itself */
  fact: Fact | null
  /** the sentence that explains most of the question, likewise */
  statement: Sentence | null
  found: Found
  /** how the shop's knowledge counts words */
  shop: Shop
}

/** The value that fits best of all that was compiled, and how well it does. */
export type Fact = {
  text: string
  isSaid: boolean
  /** it explains nearly all that was asked, and nothing speaks against it */
  isSure: boolean
  measures: Readonly<Record<string, number>>
}

export type CompiledAnswer = {
  kind: FactKind
  /** nothing speaks against it by the bounds of its kind */
  isSure: boolean
  /** more of its row or line than was asked for */
  isWhole: boolean
  /** share of what is asked that a list or a class is about; 0 for the others */
  explained: number
  /** lines that it rests on */
  places: number
}

export type Sentence = {
  /** what is said rests on it */
  isHere: boolean
  isSure: boolean
  measures: Readonly<Record<string, number>>
}

/** Figures of the search; a share of 0 to 1 each, but for the distances. */
export type Found = {
  /** of all lines found, the weight of this one, and of its passage */
  lineShare: number
  passageShare: number
  /** how far its passage lies before the fourth one, and before the mean */
  gap: number
  lead: number
  /** its place among what was found: 0 the first */
  place: number
  /** how far its score lies below the best line's */
  behind: number
  /** how sure the words alone make it: the sum of what speaks for it and against it */
  sum: number
  /** passages that the shop has */
  size: number
}

export type Shop = {
  terms(text: string): string[]
  rarity(term: string): number
  isStop(term: string): boolean
}
