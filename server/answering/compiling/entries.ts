import type { Topic } from '../lexicon/topic-words.ts'

export type Place = { passage: number; start: number; end: number }

export type FactSource = { document: string; title: string; heading: string; text: string; pair?: boolean | undefined }

export type ValueKind = 'money' | 'percent' | 'amount' | 'time' | 'place' | 'phone' | 'words'

export type Cell = {
  head: string
  value: string
  kind: ValueKind
  place: Place
}

/** A thing with its values: a table row, list entry or labelled line. Every place covers exactly the quoted text. */
export type Entry = {
  shape: 'row' | 'line'
  name: string
  /** codes, and names in another language */
  aliases: string[]
  path: string[]
  cells: Cell[]
  place: Place
  /** the same for entries of one table or list */
  group: number
  /** what a bare figure is worth: 1000 if the document's unit is "nghìn đồng" */
  scale: number
}

export type Statement = {
  place: Place
  line: Place
  /** the question it answers and its line's label, unless part of the text */
  about: string[]
  text: string
  path: readonly string[]
  /** it answers a question in the document */
  isPair: boolean
  /** it tells of a single case and is not a rule */
  isStory: boolean
  topics: ReadonlySet<Topic>
}

export type Facts = {
  entries: Entry[]
  statements: Statement[]
  unread: Place[]
  frequency: ReadonlyMap<string, number>
  /** every accented word, as written */
  marked: ReadonlySet<string>
  /** abbreviations defined by the documents: "SO = sồi", "Hồ Dài (gọi tắt HD)" */
  shorts: ReadonlyMap<string, string>
}
