import { sql } from 'kysely'
import type { z } from 'zod'
import type { Selectable } from 'kysely'
import { lockConversation } from '#features/inbox/conversations/lock-conversation.ts'
import { replyWithin } from '#features/inbox/messages/reply.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { settledIntent } from '#shared/contracts/bot/intents.contract.ts'
import { maySettle } from '#shared/rules/bot/may-settle.ts'
import type { Rows } from '#shared/rows.ts'
import { type IntentAct, intentParts, type IntentState } from '#shared/words.ts'

type Intent = Selectable<Rows['intents']>

const states: Record<IntentAct, IntentState> = { confirm: 'confirmed', change: 'changed', decline: 'declined' }

/**
 * @throws request.not_found, intents.settled if decided otherwise before (a change is confirmed or declined later), and what `replyWithin`
 * throws. Repeating a decision changes nothing. Replies to the customer in the same transaction
 */
export async function settleIntent(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof settledIntent>,
): Promise<Intent> {
  const { workspaceId, personId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows: found } = await sql<{ conversation_id: string }>`select conversation_id from intents
      where workspace_id = ${workspaceId} and id = ${input.id}`.execute(tx)
    if (!found[0]) throw failure('request.not_found')
    const conversationId = found[0].conversation_id
    // Lock order: the conversation before its rows.
    await lockConversation(tx, workspaceId, conversationId)
    const { rows } =
      await sql<Intent>`select * from intents where workspace_id = ${workspaceId} and id = ${input.id} for update`.execute(
        tx,
      )
    const intent = rows[0]
    if (!intent) throw failure('request.not_found')
    const state = states[input.act]
    if (intent.state === state) return intent
    if (!maySettle(intent.state, intent.settled_at, input.act, platform.clock.now())) throw failure('intents.settled')
    const sent = input.text
      ? await replyWithin(platform, tx, caller, { id: conversationId, text: input.text, may_cost: input.may_cost })
      : undefined
    const sets = intentParts.flatMap(part =>
      input.act === 'change' && input[part] !== undefined ? [sql`${sql.ref(part)} = ${input[part] || null}`] : [],
    )
    const { rows: settled } = await sql<Intent>`update intents set ${sql.join([
      sql`state = ${state}, reply_id = ${sent?.id ?? null}, settled_by = ${personId}, settled_at = ${platform.clock.now()}`,
      ...sets,
    ])} where workspace_id = ${workspaceId} and id = ${input.id} returning *`.execute(tx)
    await platform.jobs.emit(tx, 'intent.settled', {
      workspace_id: workspaceId,
      conversation_id: conversationId,
      intent_id: input.id,
      kind: intent.kind,
      state,
    })
    return settled[0] ?? intent
  })
}
