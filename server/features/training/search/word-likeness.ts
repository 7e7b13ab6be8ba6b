import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Vector size; origin: words/README.md. */
const size = 50

type Vectors = { rows: Map<string, number>; values: Int8Array; lengths: Float32Array }
let read: Vectors | undefined

export class LikenessToAsked {
  readonly asked: readonly (number | undefined)[]
  readonly #known = new Map<string, Float32Array | null>()

  /** @param words lower case; empty ones do not count */
  constructor(words: readonly string[]) {
    this.asked = words.map(word => vectors().rows.get(word))
  }

  /** 1: same; "obtained"/"received": 0.7; null: rare or not English. */
  of(word: string): Float32Array | null {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const row = vectors().rows.get(word)
    const like =
      row === undefined ? null : Float32Array.from(this.asked, one => (one === undefined ? 0 : likeness(one, row)))
    this.#known.set(word, like)
    return like
  }
}

function likeness(a: number, b: number): number {
  const { values, lengths } = vectors()
  let sum = 0
  for (let i = 0; i < size; i++) sum += values[a * size + i]! * values[b * size + i]!
  return sum / (lengths[a]! * lengths[b]!)
}

/** Loaded with the first English question. */
function vectors(): Vectors {
  if (read) return read
  const file = readFileSync(join(import.meta.dirname, '../words/english-vectors.bin'))
  const end = file.indexOf(0)
  const words = file.toString('latin1', 0, end).split('\n')
  const values = new Int8Array(file.buffer, file.byteOffset + end + 1, words.length * size)
  const lengths = Float32Array.from(words, (_word, row) => Math.hypot(...values.subarray(row * size, (row + 1) * size)))
  read = { rows: new Map(words.map((word, row) => [word, row])), values, lengths }
  return read
}
