import type { Cell, Entry } from '../compiling/entries.ts'
import type { Frame } from '../understanding/frame.ts'
import { scoreOf, type Scored } from './score-entry.ts'
import { wordMatcher } from './match-words.ts'
import { asksSum } from '../understanding/count-of.ts'
import { nearEntries } from './near-entries.ts'
import type { FactIndex } from './fact-index.ts'

/** What speaks for and against a fact that may answer a question: what a judge learns from. */
export type FactMeasures = {
  /** share of what the question says that the fact explains, by weight */
  explained: number
  /** the heaviest word that it does not explain */
  missed: number
  /** the heaviest of those that the shop's documents have elsewhere */
  missedKnown: number
  /** words of the thing's name */
  nameWords: number
  /** share of the thing's name that the question says, by weight */
  named: number
  /** a word of the name itself is in the question */
  linked: number
  /** how far the best fact of another thing lies behind */
  margin: number
  /** values that fit equally */
  open: number
  /** nothing that has a kind was asked for */
  plain: number
  /** a price is asked for */
  priced: number
  /** the column was asked for, or there is but one */
  column: number
  /** purposes of the money that only the fact, or only the question, names */
  otherPurposes: number
  unasked: number
  /** beside its name the question says another word than the name has ("trước" for "sau"), or a figure that the fact lacks */
  variant: number
  /** share of what the turns before said that the fact explains too */
  kept: number
  /** an amount of the question lies in a range of the fact */
  ranged: number
}

export type FoundFact = {
  entry: Entry
  cells: Cell[]
  /** cells of the row that tell it from rows of the same name */
  keys: Cell[]
  measures: FactMeasures
}

/** So much of its name must be said where a second thing is meant too. */
/** Rows of one name fit equally where they lie no further apart. */
const sameFit = 0.004
const minNamedBeside = 0.5

/**
 * The facts that fit a question best: one thing, with the values that were asked for; rows of the same name where the question does not
 * tell them apart.
 * @param isValid whether the text at an entry's place holds today
 */
export function findFacts(frame: Frame, index: FactIndex, isValid: (entry: Entry) => boolean): FoundFact[] {
  const match = wordMatcher(frame, index)
  const scored = nearEntries(frame, index)
    .filter(({ entry }) => isValid(entry))
    .flatMap(prepared => scoreOf(frame, prepared, index, match) ?? [])
    .sort((a, b) => b.total - a.total)
  const [best] = scored
  if (!best) return []
  const same = scored.filter(
    one => one.total > best.total - sameFit && isSameThing(one.prepared.entry, best.prepared.entry),
  )
  const beside = same.length === 1 ? scored.filter(one => isBeside(one, best, frame)) : []
  same.push(...beside)
  same.sort((a, b) => a.prepared.entry.place.start - b.prepared.entry.place.start)
  const other = scored.find(
    one => !same.includes(one) && !isSameThing(one.prepared.entry, best.prepared.entry) && !saysSame(one, best),
  )
  const open = same.reduce((sum, one) => sum + one.cells.length, 0)
  return same.map(one => ({
    entry: one.prepared.entry,
    cells: one.cells.map(({ cell }) => cell),
    keys: same.length > 1 && beside.length === 0 ? keysOf(one, same) : [],
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
      kept: one.kept,
    },
  }))
}

/** "Một nón với một kính hết bao nhiêu": the price of one of them is no answer. */
function asksSeveral({ plain }: Frame): boolean {
  return asksSum.test(plain) && /(?<!\p{L})(?:voi|va|cung|cong|and|plus)(?!\p{L})/u.test(plain)
}

/** "Phòng đôi với phòng gia đình": another row of the same table explains by its name what this one does not. */
function isBeside(one: Scored, best: Scored, frame: Frame): boolean {
  if (one === best || one.prepared.entry.group !== best.prepared.entry.group || one.named < minNamedBeside) return false
  return one.byName.some(
    (met, at) => met > 0.7 && best.row[at]! < 0.3 && !frame.words[at]!.isBefore && !frame.words[at]!.isFraming,
  )
}

function isSameThing(a: Entry, b: Entry): boolean {
  return a === b || (a.group === b.group && a.name === b.name)
}

/** Whether a word of the question stands in none of several rows. */
function isUnexplained({ words }: Frame, all: readonly Scored[]): boolean {
  return words.some(
    ({ isBefore, isFraming, worth }, at) =>
      !isBefore && !isFraming && worth > 0.3 && all.every(({ row }) => row[at]! < 0.3),
  )
}

/** The same value under another line, as in a list that is given twice. */
function saysSame(a: Scored, b: Scored): boolean {
  const values = new Set(b.cells.map(({ value }) => value.words.join(' ')))
  return a.cells.every(({ value }) => values.has(value.words.join(' ')))
}

function keysOf(one: Scored, same: readonly Scored[]): Cell[] {
  const chosen = new Set(one.cells)
  return one.prepared.cells
    .filter(cell => !chosen.has(cell) && cell.cell.value.length <= 40)
    .filter(({ cell }) =>
      same.some(other =>
        other.prepared.cells.some(
          ({ cell: its }) => its.head === cell.head && its.value !== cell.value && its.kind === 'words',
        ),
      ),
    )
    .map(({ cell }) => cell)
    .slice(0, 1)
}
