import { sql } from 'kysely'
import type { z } from 'zod'
import type { Selectable } from 'kysely'
import { lockConversation } from '#features/inbox/conversations/lock-conversation.ts'
import { replyWithin } from '#features/inbox/messages/reply.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { storable } from '#platform/text/storable-text.ts'
import type { settledIntent } from '#shared/contracts/bot/intents.contract.ts'
import { maySettle } from '#shared/rules/bot/may-settle.ts'
import type { Rows } from '#shared/rows.ts'
import { type IntentAct, type IntentPart, intentParts, type IntentState } from '#shared/words.ts'

type Intent = Selectable<Rows['intents']>

const states: Record<IntentAct, IntentState> = { confirm: 'confirmed', change: 'changed', decline: 'declined' }

/**
 * @throws request.not_found, intents.settled if decided otherwise before (a change is confirmed or declined later), and what `replyWithin`
 * throws. Repeating a decision with the same words changes nothing; with others nothing would reach the customer, so it is refused.
 * Replies to the customer in the same transaction
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
    if (intent.state === state && (await isRepeated(tx, intent, input))) return intent
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

async function isRepeated(tx: Tx, intent: Intent, input: z.output<typeof settledIntent>): Promise<boolean> {
  const { rows } = await sql<{ text: string }>`select text from messages
    where workspace_id = ${intent.workspace_id} and conversation_id = ${intent.conversation_id} and id = ${intent.reply_id}`.execute(
    tx,
  )
  const isSame = (part: IntentPart) => input[part] === undefined || (input[part] || null) === intent[part]
  return (rows[0]?.text ?? '') === storable(input.text) && (input.act !== 'change' || intentParts.every(isSame))
}
