/** One BM25 field in flat typed arrays. */

const k1 = 1.2
const b = 0.75

export type Postings = {
  /** One longer than the number of terms. */
  starts: Uint32Array
  passages: Uint32Array
  counts: Uint8Array
  lengths: Float32Array
  meanLength: number
}

export function buildPostings(termIds: Uint32Array[], termCount: number): Postings {
  const starts = new Uint32Array(termCount + 1)
  const lastSeen = new Int32Array(termCount).fill(-1)
  termIds.forEach((ids, passage) => {
    for (const id of ids) {
      if (lastSeen[id] === passage) continue
      lastSeen[id] = passage
      starts[id + 1]! += 1
    }
  })
  for (let id = 0; id < termCount; id++) starts[id + 1]! += starts[id]!
  const passages = new Uint32Array(starts[termCount]!)
  const counts = new Uint8Array(starts[termCount]!)
  const next = starts.slice(0, termCount)
  const lengths = new Float32Array(termIds.length)
  let total = 0
  termIds.forEach((ids, passage) => {
    for (const id of ids) {
      const at = next[id]!
      if (at > starts[id]! && passages[at - 1] === passage) counts[at - 1] = Math.min(255, counts[at - 1]! + 1)
      else {
        passages[at] = passage
        counts[at] = 1
        next[id] = at + 1
      }
    }
    lengths[passage] = ids.length
    total += ids.length
  })
  return { starts, passages, counts, lengths, meanLength: total / Math.max(1, termIds.length) || 1 }
}

export function documentFrequency(field: Postings, id: number | undefined): number {
  return id === undefined ? 0 : field.starts[id + 1]! - field.starts[id]!
}

export function inverseFrequency(passageCount: number, frequency: number): number {
  return Math.log(1 + (passageCount - frequency + 0.5) / (frequency + 0.5))
}

export function addScores(field: Postings, id: number | undefined, weight: number, scores: Float64Array): void {
  if (id === undefined) return
  const from = field.starts[id]!
  const to = field.starts[id + 1]!
  const factor = inverseFrequency(field.lengths.length, to - from) * weight * (k1 + 1)
  for (let i = from; i < to; i++) {
    const passage = field.passages[i]!
    const count = field.counts[i]!
    scores[passage]! += (factor * count) / (count + k1 * (1 - b + (b * field.lengths[passage]!) / field.meanLength))
  }
}
