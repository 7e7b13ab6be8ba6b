import { oneSlip } from '../reading/slips.ts'
import type { Frame } from '../understanding/frame.ts'
import type { FactIndex, PreparedEntry } from './fact-index.ts'

const maxCompared = 400
const byAmount = 0.3

export function nearEntries(frame: Frame, index: FactIndex): readonly PreparedEntry[] {
  const { entries, byWord } = index
  if (entries.length <= maxCompared) return entries
  const worth = new Float64Array(entries.length)
  const mark = new Int32Array(entries.length).fill(-1)
  for (const [at, { word, worth: own, others }] of frame.words.entries()) {
    const weight = own * index.weightOf(word)
    const add = (posting: readonly number[] | undefined): void => {
      for (const entry of posting ?? []) {
        if (mark[entry] === at) continue
        mark[entry] = at
        worth[entry]! += weight
      }
    }
    add(byWord.get(word))
    for (const other of others) for (const one of other.words) add(byWord.get(one))
    if (byWord.has(word)) continue
    if (word.length >= 4)
      for (const known of byWord.keys()) if (known.length >= 3 && oneSlip(word, known)) add(byWord.get(known))
    if (word.length >= 2 && word.length <= 6)
      add(
        entries.flatMap(({ name, path }, i) =>
          [name, ...path].some(({ initials }) => initials.includes(word)) ? [i] : [],
        ),
      )
  }
  if (frame.amounts.length > 0 || frame.days.size > 0)
    for (const [at, { name }] of entries.entries())
      if (name.ranges.length > 0 || name.days.size > 0) worth[at]! += byAmount
  const found = [...entries.keys()].filter(at => worth[at]! > 0)
  if (found.length > maxCompared) found.sort((a, b) => worth[b]! - worth[a]!)
  return found.slice(0, maxCompared).map(at => entries[at]!)
}
