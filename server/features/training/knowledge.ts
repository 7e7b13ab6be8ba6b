import { readPassage, type ReadPassage } from './candidates.ts'
import { documentTitle } from './file-name.ts'
import { type IndexedText, SearchIndex } from './search-index.ts'
import { splitUnits } from './split-units.ts'

/** A live passage with what a citation needs. `start` and `end`: see split-passages.ts. */
export type Passage = {
  id: string
  source_id: string
  title: string
  heading: string
  text: string
  start: number
  end: number
}

const mostRead = 400

/** What a workspace's bot knows: its passages and the index over them. */
export class Knowledge {
  readonly passages: readonly Passage[]
  readonly index: SearchIndex
  readonly #read = new Map<number, ReadPassage>()

  /** The same text twice counts once; the order in which sources came does not matter. */
  constructor(passages: Passage[]) {
    const sorted = [...passages].sort(
      (a, b) =>
        compareText(a.title, b.title) || a.start - b.start || compareText(a.text, b.text) || compareText(a.id, b.id),
    )
    const seen = new Set<string>()
    this.passages = sorted.filter(passage => {
      const key = `${passage.heading}\n${passage.text}`.normalize('NFC').replace(/\s+/g, ' ').trim()
      return !seen.has(key) && seen.add(key)
    })
    this.index = new SearchIndex(this.passages.map(indexed))
  }

  /** A passage cut into units; the last few hundred are remembered. */
  read(position: number): ReadPassage {
    const known = this.#read.get(position)
    if (known) return known
    const passage = this.passages[position]!
    const read = readPassage(indexed(passage), splitUnits(passage.text))
    if (this.#read.size >= mostRead) this.#read.clear()
    this.#read.set(position, read)
    return read
  }
}

/** A file's ending tells nothing about its text. */
function indexed({ title, heading, text }: Passage): IndexedText {
  return { title: documentTitle(title).replace(/[_-]+/g, ' '), heading, text }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
