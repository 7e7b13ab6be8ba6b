import { asksOtherTime } from '#server/answering/compiling/validity.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { findPassages } from '#features/training/search/find-passages.ts'
import type { Knowledge, Passage } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'
import { withoutInstructions } from '../checks/instructions.ts'
import { tokensOf } from '../models/ask-for-object.ts'

export type Sent = { passage: Passage; text: string }

export type Material = {
  sent: Sent[]
  isWhole: boolean
}

export type MaterialWanted = {
  knowledge: Knowledge
  found: readonly string[]
  question: string
  today?: Day | undefined
  /** tokens; if everything fits, everything is sent */
  maxTokens: number
}

/** Tokens a line costs besides its text: id, names and JSON punctuation. */
const frame = 20
const minFooterLength = 30
const card = ['địa chỉ cửa hàng ở đâu', 'mấy giờ mở cửa, đóng cửa', 'số điện thoại, hotline, zalo liên hệ']

/** Everything valid today if it fits, else what was found, the contact card and neighbours; in document order, for prompt caching. */
export function materialFor({ knowledge, found, question, today, maxTokens }: MaterialWanted): Material {
  const readable = readableTexts(knowledge, today, today !== undefined && asksOtherTime(question, today))
  const cost = (position: number): number => {
    const { title, heading } = knowledge.passages[position]!
    return tokensOf(`${title}${heading}${readable.get(position)}`) + frame
  }
  const all = [...readable.keys()]
  const isWhole = all.reduce((sum, position) => sum + cost(position), 0) <= maxTokens
  const chosen = isWhole ? all : within(knowledge, found, all, cost, maxTokens)
  return {
    isWhole,
    sent: chosen.map(position => ({ passage: knowledge.passages[position]!, text: readable.get(position)! })),
  }
}

function readableTexts(knowledge: Knowledge, today: Day | undefined, anyTime: boolean): Map<number, string> {
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  const texts = new Map<number, string>()
  const seen = new Set<string>()
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
        return !seen.has(plain)
      })
      .join('\n')
    for (const line of own) seen.add(line)
    if (remaining.trim()) texts.set(position, remaining)
  }
  return texts
}

function within(
  knowledge: Knowledge,
  found: readonly string[],
  all: readonly number[],
  cost: (position: number) => number,
  maxTokens: number,
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
  let left = maxTokens
  for (const position of [...first, ...carded, ...beside]) {
    if (!allowed.has(position) || chosen.has(position) || cost(position) > left) continue
    chosen.add(position)
    left -= cost(position)
  }
  return [...chosen].sort((a, b) => a - b)
}
