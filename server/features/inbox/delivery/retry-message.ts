import type { retryBody } from '#shared/contracts/inbox/inbox.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { deliverLater } from './queue-delivery.ts'

/** @throws request.not_found, inbox.nothing_to_retry */
export async function retryMessage(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof retryBody>,
): Promise<{ id: string; status: 'queued' }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const queued = await queueAgain(platform, tx, workspaceId, input.id, input.may_cost ?? false)
    if (queued) return { id: input.id, status: 'queued' }
    const { rows } = await sql`select 1 from messages where workspace_id = ${workspaceId} and id = ${input.id}`.execute(
      tx,
    )
    throw failure(rows.length > 0 ? 'inbox.nothing_to_retry' : 'request.not_found')
  })
}

/** @returns false if it is being sent, or arrived */
export async function queueAgain(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  messageId: string,
  mayCost: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ conversation_id: string }>`select v.id as conversation_id from conversations v
    where v.workspace_id = ${workspaceId} and v.id = (
      select conversation_id from messages where workspace_id = ${workspaceId} and id = ${messageId}) for no key update`.execute(
    tx,
  )
  const conversationId = rows[0]?.conversation_id
  if (!conversationId) return false
  // A person's decision: an unsure one may arrive twice, and an overtaken bot reply goes out.
  const again =
    await sql`update messages set status = 'queued', sends = 0, tries = 0, check_at = null, error_code = null, held_reason = null,
      by_hand = true, may_cost = may_cost or ${mayCost}, may_repeat = may_repeat or status = 'unsure'
    where workspace_id = ${workspaceId} and id = ${messageId} and direction = 'out' and origin is null
      and (status in ('failed', 'held') or (status = 'unsure' and check_at is null)) returning id`.execute(tx)
  if (again.rows.length === 0) return false
  await sql`update dead_letters set status = 'replayed' where workspace_id = ${workspaceId} and kind = 'deliver message' and ref = ${messageId}
    and status = 'open'`.execute(tx)
  await deliverLater(platform, tx, { workspaceId, conversationId })
  return true
}
