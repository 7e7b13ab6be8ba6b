import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { lockConversation } from './lock-conversation.ts'

export async function closeConversation(
  platform: Platform,
  caller: Caller,
  input: { id: string },
): Promise<{ status: 'closed' }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    await lockConversation(tx, workspaceId, input.id)
    const { rows } = await sql<{ was: string | null }>`with before as (
        select status from conversations where workspace_id = ${workspaceId} and id = ${input.id})
      update conversations set status = 'closed', snoozed_until = null, waiting_since = null, bot_status = 'on', bot_off_by = null,
        bot_off_until = null, bot_held_until = null where workspace_id = ${workspaceId} and id = ${input.id}
      returning (select status from before) as was`.execute(tx)
    if (rows[0] && rows[0].was !== 'closed')
      await platform.jobs.emit(tx, 'conversation.closed', {
        workspace_id: workspaceId,
        conversation_id: input.id,
        by: caller.personId,
      })
    return { status: 'closed' }
  })
}

/** @throws request.not_found, request.conflict if the customer has a newer chat. `waiting`: they still wait for a person */
export async function reopenConversation(
  platform: Platform,
  caller: Caller,
  input: { id: string; waiting?: boolean },
): Promise<{ status: 'open' }> {
  const { workspaceId } = caller
  const waitsFrom = input.waiting ? platform.clock.now() : null
  return platform.db.asService(workspaceId, async tx => {
    await lockConversation(tx, workspaceId, input.id)
    const { rows } = await sql`select 1 from conversations mine join conversations other
      on other.workspace_id = mine.workspace_id and other.contact_id = mine.contact_id and other.id <> mine.id
        and (other.status <> 'closed' or other.id > mine.id)
      where mine.workspace_id = ${workspaceId} and mine.id = ${input.id}`.execute(tx)
    if (rows.length > 0) throw failure('request.conflict')
    await sql`update conversations set status = 'open', snoozed_until = null, waiting_since = coalesce(waiting_since, ${waitsFrom}::timestamptz)
      where workspace_id = ${workspaceId} and id = ${input.id}`.execute(tx)
    return { status: 'open' }
  })
}
