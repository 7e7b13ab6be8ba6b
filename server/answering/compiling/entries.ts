import type { Topic } from '../lexicon/topic-words.ts'

/** A range within the text of a passage. */
export type Place = { passage: number; start: number; end: number }

/** What facts are compiled from: a passage with what stands above it. */
export type FactSource = { document: string; title: string; heading: string; text: string; pair?: boolean | undefined }

export type ValueKind = 'money' | 'percent' | 'amount' | 'time' | 'place' | 'phone' | 'words'

/** One value of an entry, with the heads of its column or the label before it. */
export type Cell = {
  head: string
  value: string
  kind: ValueKind
  place: Place
}

/**
 * A thing with its values, as a row of a table, an entry of a list or a labelled line says it. Every place holds exactly the text that
 * is said to stand there.
 */
export type Entry = {
  /** a row of a table, or a line of its own */
  shape: 'row' | 'line'
  name: string
  /** codes, and names in another language */
  aliases: string[]
  /** what stands above it, outermost first: title, headings, caption, group of rows */
  path: string[]
  cells: Cell[]
  /** the whole line */
  place: Place
  /** entries of the same table or list have the same number */
  group: number
  /** what a bare figure of the document is worth: 1000 where its unit is "nghìn đồng" */
  scale: number
}

/** A sentence of a document with what it is about. Every place holds exactly the text that is said to stand there. */
export type Statement = {
  place: Place
  /** the whole line or paragraph */
  line: Place
  /** the question that it answers, and the label of its line, where they are no part of it */
  about: string[]
  /** as it is said: without marks of lists and breaks within */
  text: string
  /** what stands above it, outermost first */
  path: readonly string[]
  /** it answers a question of the document */
  isPair: boolean
  /** it tells of one case, and is no rule */
  isStory: boolean
  /** by its own words, its label and its question */
  topics: ReadonlySet<Topic>
}

/** What a shop's documents say, entry by entry, and the lines that hold values and could not be understood. */
export type Facts = {
  entries: Entry[]
  statements: Statement[]
  unread: Place[]
  /** in how many entries and passages a word stands */
  frequency: ReadonlyMap<string, number>
  /** every word that has marks, as it is written */
  marked: ReadonlySet<string>
  /** what the documents' own short names stand for: "SO = sồi", "Hồ Dài (gọi tắt HD)" */
  shorts: ReadonlyMap<string, string>
}
