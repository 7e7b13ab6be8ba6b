import type { Cell, Entry, Place } from '../compiling/entries.ts'
import type { CardKind } from '../lexicon/card-words.ts'
import type { Amount, Range } from '../reading/amounts.ts'
import type { Weekday } from '../reading/weekdays.ts'
import type { StatementIndex } from './prepare-statements.ts'

export type Field = {
  words: readonly string[]
  set: ReadonlySet<string>
  marked: ReadonlySet<string>
  initials: string
  /** abbreviations in capitals: "TDM" */
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
  core: readonly string[]
  path: readonly Field[]
  cells: readonly PreparedCell[]
}

export type FactIndex = {
  entries: readonly PreparedEntry[]
  /** entries with a word in their name, values, heads or path */
  byWord: ReadonlyMap<string, readonly number[]>
  statements: StatementIndex
  card: readonly CardLine[]
  frequency: ReadonlyMap<string, number>
  /** every accented word, as written */
  marked: ReadonlySet<string>
  /** from 1 for rare words towards 0.2 for ubiquitous ones */
  weightOf(word: string): number
}

/** Opening hours, address, contact, payment. */
export type CardLine = {
  kind: CardKind
  text: string
  place: Place
  path: readonly string[]
  isLabelled: boolean
}
