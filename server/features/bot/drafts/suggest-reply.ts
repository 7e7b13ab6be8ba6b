import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { SuggestedReply } from '#shared/contracts/bot/bot.results.ts'
import { answerAsked } from '../messages/answer-asked.ts'
import { askedWith, readTurn } from '../understanding/read-turn.ts'

const worthSaying: readonly string[] = ['answer', 'clarify', 'contact', 'smalltalk']

/** @throws request.not_found. Nothing is sent, stored or counted */
export async function suggestReply(platform: Platform, caller: Caller, input: { id: string }): Promise<SuggestedReply> {
  const { workspaceId } = caller
  const turn = await platform.db.asService(workspaceId, tx =>
    readTurn(tx, workspaceId, input.id, platform.clock.now(), false),
  )
  if (!turn) throw failure('request.not_found')
  const text = turn.burst.map(message => message.text).join('\n')
  if (!text.trim()) return { reply: null }
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const answer = await answerAsked(platform, {
    workspaceId,
    visitor: `person ${caller.personId}`,
    shop: turn.workspaceName,
    knowledge,
    asked: {
      text,
      ...askedWith(turn),
      closed: null,
    },
  })
  return { reply: worthSaying.includes(answer.act) && answer.reply ? answer.reply : null }
}
