import type { Cell, Entry } from '../compiling/entries.ts'
import { distinguishingCells } from '../compiling/distinguish-rows.ts'
import type { Frame } from '../understanding/frame.ts'
import { scoreOf, type Scored } from './score-entry.ts'
import { wordMatcher } from './match-words.ts'
import { asksSum } from '../understanding/count-of.ts'
import { nearEntries } from './near-entries.ts'
import type { FactIndex } from './fact-index.ts'
import type { FactMeasures } from './fact-measures.ts'

export type FoundFact = {
  entry: Entry
  cells: Cell[]
  /** what tells it from other rows of its name */
  keys: Cell[]
  /** where rows of its name stand in several sections */
  section?: string | undefined
  measures: FactMeasures
}

const sameFit = 0.004
const minNamedBeside = 0.5

/** One thing with the requested values, or several rows of one name if undecided. `isValid`: the entry's text holds today. */
export function findFacts(frame: Frame, index: FactIndex, isValid: (entry: Entry) => boolean): FoundFact[] {
  const match = wordMatcher(frame, index)
  const near = nearEntries(frame, index).filter(({ entry }) => isValid(entry))
  const scored = near
    .flatMap(prepared => scoreOf(frame, prepared, index, match) ?? [])
    .sort((a, b) => b.total - a.total)
  const [best] = scored
  if (!best) return []
  const same = scored.filter(
    one =>
      one.total > best.total - sameFit &&
      (isSameRow(one.prepared.entry, best.prepared.entry) ||
        isInAnotherSection(one.prepared.entry, best.prepared.entry)),
  )
  const beside = same.length === 1 ? scored.filter(one => isBeside(one, best, frame)) : []
  same.push(...beside)
  same.sort(({ prepared: { entry: a } }, { prepared: { entry: b } }) => byPlace(a, b))
  const other = scored.find(
    one => !same.includes(one) && !isSameRow(one.prepared.entry, best.prepared.entry) && !isSame(one, best),
  )
  const keys = distinguishingCells(near.map(({ entry }) => entry))
  const inSections = new Set(same.map(({ prepared }) => prepared.entry.path.at(-1))).size > 1
  const open = same.reduce((sum, one) => sum + one.cells.length, 0)
  return same.map(one => ({
    entry: one.prepared.entry,
    cells: one.cells.map(({ cell }) => cell),
    keys: keys.get(one.prepared.entry)?.filter(key => one.cells.every(({ cell }) => cell !== key)) ?? [],
    section: inSections ? one.prepared.entry.path.at(-1) : undefined,
    measures: {
      explained: beside.length > 0 ? 1 - (1 - one.explained) / same.length : one.explained,
      missed: beside.length > 0 ? 0 : one.missed,
      missedKnown: beside.length > 0 ? 0 : one.missedKnown,
      nameWords: one.nameWords,
      named: one.named,
      linked: one.linked,
      margin: best.total - (other?.total ?? 0),
      open,
      plain: Number(frame.wants.size === 0),
      priced: Number(frame.wants.has('money')),
      column: one.column,
      ranged: one.ranged,
      otherPurposes: one.otherPurposes,
      unasked: one.unasked,
      variant:
        asksSeveral(frame) && same.length === 1
          ? 1
          : beside.length > 0
            ? Number(isUnexplained(frame, same))
            : one.variant,
      carriedOver: one.carriedOver,
    },
  }))
}

/** "Một nón với một kính hết bao nhiêu": the price of one is not an answer. */
function asksSeveral({ plain }: Frame): boolean {
  return asksSum.test(plain) && /(?<!\p{L})(?:voi|va|cung|cong|and|plus)(?!\p{L})/u.test(plain)
}

/** "Phòng đôi với phòng gia đình": another row of the table explains words that this one does not. */
function isBeside(one: Scored, best: Scored, frame: Frame): boolean {
  if (one === best || one.prepared.entry.group !== best.prepared.entry.group || one.named < minNamedBeside) return false
  return one.byName.some(
    (met, at) => met > 0.7 && best.row[at]! < 0.3 && !frame.words[at]!.isBefore && !frame.words[at]!.isFraming,
  )
}

function isSameRow(a: Entry, b: Entry): boolean {
  return a === b || (a.group === b.group && a.name === b.name)
}

/** The same name under "Small dogs" and "Big dogs", which stand under the same headings. */
function isInAnotherSection({ name, path }: Entry, other: Entry): boolean {
  return (
    name === other.name &&
    path.length > 1 &&
    path.length === other.path.length &&
    path.every((part, at) => (part === other.path[at]) === at < path.length - 1)
  )
}

function byPlace({ place: a }: Entry, { place: b }: Entry): number {
  return a.passage - b.passage || a.start - b.start
}

function isUnexplained({ words }: Frame, all: readonly Scored[]): boolean {
  return words.some(
    ({ isBefore, isFraming, worth }, at) =>
      !isBefore && !isFraming && worth > 0.3 && all.every(({ row }) => row[at]! < 0.3),
  )
}

function isSame(a: Scored, b: Scored): boolean {
  const values = new Set(b.cells.map(({ value }) => value.words.join(' ')))
  return a.cells.every(({ value }) => values.has(value.words.join(' ')))
}
