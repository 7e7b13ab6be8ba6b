import { type Knowledge, maxUnitLength } from '#features/training/knowledge/knowledge.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'
import type { Sought } from './seek.ts'

export function taughtAnswer(
  knowledge: Knowledge,
  sought: Sought[],
): { reply: string; citations: Citation[] } | undefined {
  const [{ found, fact } = {}] = sought
  const best = found?.units[0]
  const passage = best && knowledge.passages[found!.passages[best.passage]!.position]
  if (sought.length > 1 || fact || !passage?.pair || passage.text.length <= maxUnitLength) return undefined
  const { id, source_id, title, text, start, end } = passage
  return { reply: text.trim(), citations: [{ source_id, passage_id: id, title, quote: text, start, end }] }
}
