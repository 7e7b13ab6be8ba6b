import { asksOtherTime } from '#server/answering/compiling/validity.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { findPassages } from '#features/training/search/find-passages.ts'
import type { Knowledge, Passage } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'
import { withoutInstructions } from '../checks/instructions.ts'
import { tokensOf } from '../models/ask-for-object.ts'

/** A passage as a model reads it. */
export type Sent = { passage: Passage; text: string }

export type Material = {
  sent: Sent[]
  /** all that the shop knows and that holds today */
  isWhole: boolean
}

export type MaterialWanted = {
  knowledge: Knowledge
  /** ids of passages that the search found, best first */
  found: readonly string[]
  /** the message, as it is understood by itself */
  question: string
  today?: Day | undefined
  /** tokens; what fits is sent whole */
  most: number
}

/** What a line of material costs beside its text: id, names and marks of the object. */
const frame = 20
/** So long a line that stands in several passages is the foot of a page, or its menu. */
const minFooterLength = 30
/** Always of interest where not everything can be sent: what a shop's card would say. */
const card = ['địa chỉ cửa hàng ở đâu', 'mấy giờ mở cửa, đóng cửa', 'số điện thoại, hotline, zalo liên hệ']

/**
 * What a model gets to read, in the order of the documents, so that it is the same beginning for every question: all that holds today
 * where it fits, else what was found, the shop's card and what stands around them. What is over, or has not come, is sent only where
 * the message asks for another time.
 */
export function materialFor({ knowledge, found, question, today, most }: MaterialWanted): Material {
  const readable = readableTexts(knowledge, today, today !== undefined && asksOtherTime(question, today))
  const cost = (position: number): number => {
    const { title, heading } = knowledge.passages[position]!
    return tokensOf(`${title}${heading}${readable.get(position)}`) + frame
  }
  const all = [...readable.keys()]
  const isWhole = all.reduce((sum, position) => sum + cost(position), 0) <= most
  const chosen = isWhole ? all : within(knowledge, found, all, cost, most)
  return {
    isWhole,
    sent: chosen.map(position => ({ passage: knowledge.passages[position]!, text: readable.get(position)! })),
  }
}

/** Texts by position; without what speaks to a program, what does not hold, and lines that another passage has said. */
function readableTexts(knowledge: Knowledge, today: Day | undefined, anyTime: boolean): Map<number, string> {
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  const texts = new Map<number, string>()
  const said = new Set<string>()
  for (const [position, { text }] of knowledge.passages.entries()) {
    if (holding?.replaced.has(position) || (!anyTime && holding?.hidden.has(position))) continue
    const over = anyTime ? [] : (holding?.lines.get(position) ?? [])
    const held = over.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
    const own = new Set<string>()
    const remaining = withoutInstructions(held)
      .split('\n')
      .filter(line => {
        const plain = line.trim()
        if (plain.length < minFooterLength || plain.includes('|')) return true
        own.add(plain)
        return !said.has(plain)
      })
      .join('\n')
    for (const line of own) said.add(line)
    if (remaining.trim()) texts.set(position, remaining)
  }
  return texts
}

/** What was found first, then the card, then what stands beside them, each as long as there is room. */
function within(
  knowledge: Knowledge,
  found: readonly string[],
  all: readonly number[],
  cost: (position: number) => number,
  most: number,
): number[] {
  const allowed = new Set(all)
  const at = new Map(knowledge.passages.map(({ id }, position) => [id, position]))
  const first = found.flatMap(id => at.get(id) ?? [])
  const carded = card.flatMap(question =>
    findPassages(knowledge, readQuery(question))
      .passages.slice(0, 2)
      .map(({ position }) => position),
  )
  const beside = [1, -1, 2, -2].flatMap(step =>
    first.flatMap(position => {
      const next = knowledge.passages[position + step]
      return next?.source_id === knowledge.passages[position]!.source_id ? [position + step] : []
    }),
  )
  const chosen = new Set<number>()
  let left = most
  for (const position of [...first, ...carded, ...beside]) {
    if (!allowed.has(position) || chosen.has(position) || cost(position) > left) continue
    chosen.add(position)
    left -= cost(position)
  }
  return [...chosen].sort((a, b) => a - b)
}
