import type { Cell, Entry } from '../compiling/entries.ts'
import { distinguishingCells } from '../compiling/distinguish-rows.ts'
import { listWords } from '../lexicon/list-words.ts'
import { topicsIn } from '../compiling/read-statements.ts'
import type { Topic } from '../lexicon/topic-words.ts'
import { plainText } from '../reading/plain-text.ts'
import type { Frame } from '../understanding/frame.ts'
import { amountsFit, daysFit } from './fit-slots.ts'
import { wordMatcher } from './match-words.ts'
import type { FactIndex, Field, PreparedEntry } from './fact-index.ts'

/** `keys`: what tells it from other rows of its name. */
export type ListLine = { entry: Entry; cells: Cell[]; keys: Cell[] }

/** In document order. */
export type FoundList = {
  lines: ListLine[]
  explained: number
  margin: number
  /** nothing was named: everything the shop has */
  isWhole: boolean
}

const asksAll = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...listWords.list, ...listWords.kinds].join('|')})(?![\\p{L}\\d])`,
  'u',
)
const asking: ReadonlySet<string> = new Set(listWords.asking)
const minLines = 2
const met = 0.4
/** Nearest heading first: the title often covers several lists. */
const aboveWorth = [1, 0.9, 0.75]
const minAboveWorth = 0.6

/** "bảng giá", "kể hết các mẫu giúp mình". */
export function asksForList({ plain }: Frame): boolean {
  return asksAll.test(plain)
}

/** The list about what is named; if nothing is named, everything with a price. */
export function findList(frame: Frame, index: FactIndex, isValid: (entry: Entry) => boolean): FoundList | undefined {
  const topic = frame.words.map(({ word, isFraming, worth, raw }, at) =>
    isFraming || asking.has(word) || worth < 0.1 || raw.length < 2 ? 0 : worth * index.weightOf(frame.words[at]!.word),
  )
  const total = topic.reduce((sum, weight) => sum + weight, 0)
  const entries = index.entries.filter(({ entry, cells }) => isValid(entry) && cells.some(isPriced))
  if (total === 0) return whole(entries)
  const match = wordMatcher(frame, index)
  const lists = [...Map.groupBy(entries, ({ entry }) => entry.path.join('\n'))]
    .flatMap(([, own]) => listOf(frame, own, topic, total, match) ?? [])
    .sort((a, b) => b.explained - a.explained || b.lines.length - a.lines.length)
  const [best, second] = lists
  return best && { ...best, margin: best.explained - (second?.explained ?? 0) }
}

function listOf(
  frame: Frame,
  own: readonly PreparedEntry[],
  topic: readonly number[],
  total: number,
  match: (field: Field) => readonly number[],
): FoundList | undefined {
  const [first] = own
  if (!first || own.length < minLines) return undefined
  const above = best(
    first.path
      .toReversed()
      .map(match)
      .map((one, back) => one.map(value => value * (aboveWorth[back] ?? minAboveWorth))),
  )
  const names = own.map(({ name }) => match(name))
  // A word in several names selects among them, even if it is also above all of them.
  const decisive = topic.flatMap((weight, at) =>
    weight > 0 && isDecisive(names.filter(one => one[at]! > met).length, above[at]! > met, own.length) ? [at] : [],
  )
  const meant = own.filter((_, i) => decisive.every(at => names[i]![at]! > met))
  const entries = meant.length >= minLines ? meant : own
  const heads = best(entries.flatMap(({ cells }) => cells.map(({ head }) => match(head))))
  const isFound = (at: number): boolean => above[at]! > met || heads[at]! > met || decisive.includes(at)
  if (frame.words.some(({ word }, at) => /^\d/u.test(word) && !isFound(at))) return undefined
  const explained =
    topic.reduce(
      (sum, weight, at) =>
        sum + weight * Math.max(above[at]!, heads[at]!, meant.length >= minLines && decisive.includes(at) ? 1 : 0),
      0,
    ) / total
  return {
    lines: withKeys(entries.map(one => lineOf(frame, one, topic, above, match))),
    explained,
    margin: 0,
    isWhole: false,
  }
}

function isDecisive(names: number, isAbove: boolean, all: number): boolean {
  return names >= minLines && (!isAbove || names < all)
}

function best(all: readonly (readonly number[])[]): number[] {
  const [first = []] = all
  return first.map((_, at) => Math.max(...all.map(one => one[at]!)))
}

/** The columns asked for; otherwise all prices. */
function lineOf(
  frame: Frame,
  { entry, cells }: PreparedEntry,
  topic: readonly number[],
  above: readonly number[],
  match: (field: Field) => readonly number[],
): Omit<ListLine, 'keys'> {
  const priced = cells
    .filter(isPriced)
    .filter(({ head }) => daysFit(frame.days, head.days) !== 0 && amountsFit(frame.amounts, head) !== 'no')
  const scores = priced.map(({ head }) => {
    const asked = match(head)
    const fits = amountsFit(frame.amounts, head) === 'yes' ? 0.5 : 0
    const score = asked.reduce((sum, value, at) => sum + (above[at]! < met ? value * Math.max(topic[at]!, 0.05) : 0), 0)
    return score > 0 || fits ? score + fits - 0.04 * head.words.length : 0
  })
  const max = Math.max(0, ...scores)
  const chosen = max > 0.1 ? priced.filter((_, i) => scores[i]! > max - 0.01) : priced
  return { entry, cells: (chosen.length ? chosen : priced).map(({ cell }) => cell) }
}

function withKeys(lines: readonly Omit<ListLine, 'keys'>[]): ListLine[] {
  const keys = distinguishingCells(lines.map(({ entry }) => entry))
  return lines.map(line => ({ ...line, keys: keys.get(line.entry) ?? [] }))
}

function isPriced({ cell }: { cell: Cell }): boolean {
  return cell.kind === 'money' || (cell.kind === 'percent' && cell.value.length <= 40)
}

/** "Cho coi bảng giá": priced rows of all tables, from documents that are price lists if there are any. */
function whole(entries: readonly PreparedEntry[]): FoundList | undefined {
  const rows = entries.filter(({ entry }) => entry.shape === 'row')
  const all = rows.length >= minLines ? rows : entries
  const goods = orAll(all, ({ entry }) => !isBesideGoods(entry))
  const listed = orAll(goods, ({ entry }) => priceList.test(plainText(entry.path.slice(0, 2).join(' ; '))))
  if (listed.length < minLines) return undefined
  return {
    lines: withKeys(
      listed.map(({ entry, cells }) => ({ entry, cells: cells.filter(isPriced).map(({ cell }) => cell) })),
    ),
    explained: 1,
    margin: 1,
    isWhole: true,
  }
}

function orAll(all: readonly PreparedEntry[], isWanted: (one: PreparedEntry) => boolean): readonly PreparedEntry[] {
  const wanted = all.filter(isWanted)
  return wanted.length >= minLines ? wanted : all
}

const priceList = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...listWords.list, ...listWords.titles].join('|')})(?![\\p{L}\\d])`,
  'u',
)
const besideGoods: ReadonlySet<Topic> = new Set(listWords.besideGoods)

/** Fees, deposits, fines and discounts are not goods. */
function isBesideGoods({ name, path }: Entry): boolean {
  return [...topicsIn([name, ...path.slice(path.length > 2 ? 2 : 1)].join(' ; '))].some(topic => besideGoods.has(topic))
}
