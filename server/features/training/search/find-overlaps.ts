import { fold } from '#shared/rules/text/fold.ts'

export type Comparable = { id: string; source_id: string; family: string; heading: string; text: string }
/** 'same' or 'near' words; 'differs': near, but with other figures, so one is wrong. */
export type Overlap = { a: Comparable; b: Comparable; kind: 'same' | 'near' | 'differs' }

/** Shorter ones ("Liên hệ shop") coincide naturally. */
const minWords = 8
const run = 3
const bins = 32
const rowsOfBand = 4
const nearly = 0.72
const maxInBucket = 40
const maxOverlaps = 300

type Prepared = { passage: Comparable; words: string; figures: string; heading: Set<string>; runs: Set<number> }

/** Pages of one link are one source. Independent of input order. */
export function findOverlaps(passages: Comparable[]): Overlap[] {
  const prepared = passages.map(prepare).filter(one => one !== undefined)
  const found = new Map<string, Overlap>()
  for (const bucket of bucketsOf(prepared).values()) {
    for (let i = 0; i < bucket.length; i++) {
      for (let j = i + 1; j < bucket.length; j++) {
        const [first, second] = inOrder(bucket[i]!, bucket[j]!)
        const key = `${first.passage.id} ${second.passage.id}`
        if (first.passage.family === second.passage.family || found.has(key)) continue
        const kind = compare(first, second)
        if (kind) found.set(key, { a: first.passage, b: second.passage, kind })
      }
    }
  }
  const order = { differs: 0, same: 1, near: 2 }
  return [...found.values()]
    .sort((x, y) => order[x.kind] - order[y.kind] || (x.a.id + x.b.id < y.a.id + y.b.id ? -1 : 1))
    .slice(0, maxOverlaps)
}

function compare(a: Prepared, b: Prepared): Overlap['kind'] | undefined {
  if (a.words === b.words && a.figures === b.figures) return 'same'
  // Two products described alike are still two products.
  if (!headingsAgree(a.heading, b.heading) || share(a.runs, b.runs) < nearly) return undefined
  return a.figures === b.figures ? 'near' : 'differs'
}

function prepare(passage: Comparable): Prepared | undefined {
  const text = fold(passage.text)
  const words = text.match(/\p{L}+|\d[\d.,]*/gu) ?? []
  if (words.length < minWords) return undefined
  const plain = words.map(word => (/^\d/.test(word) ? '#' : word))
  const runs = new Set<number>()
  for (let i = 0; i + run <= plain.length; i++) runs.add(hashOf(plain.slice(i, i + run).join(' ')))
  const figures = words.filter(word => /^\d/.test(word)).map(word => word.replace(/[.,]/g, ''))
  const heading = new Set(fold(passage.heading).match(/\p{L}+/gu) ?? [])
  return { passage, words: plain.join(' '), figures: figures.join(' '), heading, runs }
}

/** MinHash: candidates share a bucket of four hashes. */
function bucketsOf(prepared: Prepared[]): Map<string, Prepared[]> {
  const buckets = new Map<string, Prepared[]>()
  for (const one of prepared) {
    const signature = new Uint32Array(bins).fill(0xffffffff)
    for (const hash of one.runs) {
      const bin = hash % bins
      if (hash < signature[bin]!) signature[bin] = hash
    }
    for (let band = 0; band < bins; band += rowsOfBand) {
      const part = signature.slice(band, band + rowsOfBand)
      // Short texts fill few bins; empty ones are no likeness.
      if (part.filter(value => value !== 0xffffffff).length < Math.min(2, one.runs.size)) continue
      const key = `${band}:${part.join(',')}`
      const bucket = buckets.get(key) ?? []
      if (bucket.length < maxInBucket) bucket.push(one)
      buckets.set(key, bucket)
    }
  }
  return buckets
}

function inOrder(a: Prepared, b: Prepared): [Prepared, Prepared] {
  return a.passage.id < b.passage.id ? [a, b] : [b, a]
}

/** "Giao hàng" agrees with "Phí giao hàng nội thành", "Ấm tử sa" not with "Chén quân". */
function headingsAgree(a: Set<string>, b: Set<string>): boolean {
  const smaller = Math.min(a.size, b.size)
  return smaller === 0 || a.intersection(b).size >= smaller * 0.5
}

function share<T>(a: Set<T>, b: Set<T>): number {
  const both = a.intersection(b).size
  return both / (a.size + b.size - both || 1)
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}
