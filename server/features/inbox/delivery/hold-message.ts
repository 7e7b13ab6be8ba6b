import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Head } from './head-message.ts'
import type { HeldReason } from './may-send.ts'

type Message = Pick<Head, 'id' | 'conversation_id' | 'channel_id'>

/** @param retryAt when to retry; without it only an event releases the message */
export async function hold(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  message: Message,
  reason: HeldReason,
  retryAt: Date | null = null,
): Promise<void> {
  await sql`update messages set status = 'held', held_reason = ${reason}, check_at = ${retryAt}
    where workspace_id = ${workspaceId} and id = ${message.id}`.execute(tx)
  await platform.jobs.emit(tx, 'message.held', {
    workspace_id: workspaceId,
    conversation_id: message.conversation_id,
    message_id: message.id,
    channel_id: message.channel_id,
    reason,
  })
}

/** Gives up: a dead letter until somebody retries or drops it; a campaign keeps track of its own. */
export async function fail(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  message: Message & Pick<Head, 'sends' | 'origin'>,
  code: string,
): Promise<void> {
  await sql`update messages set status = 'failed', error_code = ${code}, check_at = null
    where workspace_id = ${workspaceId} and id = ${message.id}`.execute(tx)
  if (!message.origin) await recordDeadLetter(platform, tx, workspaceId, message, code)
  await platform.jobs.emit(tx, 'message.failed', {
    workspace_id: workspaceId,
    conversation_id: message.conversation_id,
    message_id: message.id,
    channel_id: message.channel_id,
    code,
  })
}

async function recordDeadLetter(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  message: Message & Pick<Head, 'sends'>,
  code: string,
): Promise<void> {
  const now = platform.clock.now()
  const id = newId()
  const payload = JSON.stringify({ conversation_id: message.conversation_id, message_id: message.id })
  await sql`insert into dead_letters (id, workspace_id, kind, ref, payload, reason, attempts, created_at)
    values (${id}, ${workspaceId}, 'deliver message', ${message.id}, ${payload}::jsonb, ${code}, ${message.sends}, ${now})
    on conflict (kind, ref) do update set status = 'open', reason = excluded.reason, attempts = excluded.attempts, created_at = excluded.created_at`.execute(
    tx,
  )
  await platform.jobs.emit(tx, 'dead-letter.made', {
    workspace_id: workspaceId,
    dead_letter_id: id,
    kind: 'deliver message',
  })
}
