import type { Cell, Entry, Place } from '../compiling/entries.ts'
import type { CardKind } from '../lexicon/card-words.ts'
import type { Amount, Range } from '../reading/amounts.ts'
import type { Weekday } from '../reading/weekdays.ts'
import type { StatementIndex } from './prepare-statements.ts'

/** A text of an entry as it is compared with a question. */
export type Field = {
  words: readonly string[]
  set: ReadonlySet<string>
  /** as they are written, with their marks */
  marked: ReadonlySet<string>
  /** first letters of its words, in their order */
  initials: string
  /** words in capitals that are short for others: "TDM" */
  shorts: readonly string[]
  amounts: readonly Amount[]
  ranges: readonly Range[]
  days: ReadonlySet<Weekday>
  purposes: ReadonlySet<string>
}

export type PreparedCell = { cell: Cell; head: Field; value: Field }

export type PreparedEntry = {
  entry: Entry
  name: Field
  /** words of its name but those in brackets */
  core: readonly string[]
  /** what stands above it, the nearest last */
  path: readonly Field[]
  cells: readonly PreparedCell[]
}

/** Facts ready to be compared with questions. */
export type FactIndex = {
  entries: readonly PreparedEntry[]
  /** which entries have a word, in their names, values, heads or above them */
  byWord: ReadonlyMap<string, readonly number[]>
  statements: StatementIndex
  /** about the shop itself */
  card: readonly CardLine[]
  frequency: ReadonlyMap<string, number>
  /** every word of the shop's documents that has marks, as it is written */
  marked: ReadonlySet<string>
  /** weight of a word: 1 for what stands in few places, towards 0.2 for what stands everywhere */
  weightOf(word: string): number
}

/** A line about the shop itself: when and where it is, how it is reached and paid. */
export type CardLine = {
  kind: CardKind
  text: string
  place: Place
  path: readonly string[]
  /** its own label or first words say of what kind it is */
  isLabelled: boolean
}
