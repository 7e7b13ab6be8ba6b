import type { Platform } from '#platform/platform.ts'
import type { Answer, Asked } from '../messages/asked-answer.ts'
import { answerMessage } from '../messages/answer-message.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { findMeaning } from '../vectors/find-meaning.ts'

const maxPassages = 8
/** The usual constant of reciprocal rank fusion: neither list decides alone. */
const rankConstant = 10

/** Searches with the model's own wording, which needs no context; undefined if that finds nothing new. */
export async function searchAgain(
  platform: Platform,
  {
    workspaceId,
    knowledge,
    asked,
    embedded,
  }: { workspaceId: string; knowledge: Knowledge; asked: Asked; embedded: Answer },
  question: string,
): Promise<Answer | undefined> {
  if (question.trim() === '' || question.trim() === asked.text.trim()) return undefined
  const again = { ...asked, text: question, history: [] }
  const meaning = await findMeaning(platform, workspaceId, knowledge, again)
  const second = answerMessage(knowledge, { ...again, meaning })
  if (second.retrieved.length === 0) return undefined
  const scores = new Map<string, number>()
  for (const { retrieved } of [embedded, second])
    for (const [rank, { passage_id: id }] of retrieved.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (rankConstant + rank))
  const found = new Map([...embedded.retrieved, ...second.retrieved].map(one => [one.passage_id, one]))
  const retrieved = [...found.values()]
    .sort((a, b) => scores.get(b.passage_id)! - scores.get(a.passage_id)!)
    .slice(0, maxPassages)
  const seen = new Set(embedded.retrieved.slice(0, maxPassages).map(one => one.passage_id))
  if (retrieved.every(one => seen.has(one.passage_id))) return undefined
  return { ...embedded, retrieved, confidence: Math.max(embedded.confidence, second.confidence) }
}
