import { sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../channel.ts'
import { readChannel } from '../channel-row.ts'
import { kindOf } from '../kinds.ts'

/** @throws request.not_found @param caller without a person: the program itself, for a deleted workspace */
export async function disconnectChannel(
  platform: Platform,
  caller: Pick<Caller, 'workspaceId'> & { personId?: string },
  input: { id: string },
): Promise<{ id: string; status: 'disconnected' }> {
  const { workspaceId } = caller
  const channel = await platform.db.asService(workspaceId, tx => readChannel(tx, workspaceId, input.id))
  if (!channel) throw failure('request.not_found')
  // At the platform first, while the token still works; its errors are ignored.
  if (channel.status !== 'disconnected')
    await kindOf(channel.kind)
      ?.disconnect(platform, channel)
      .catch((error: unknown) =>
        platform.log.warn({ error, channel: channel.id }, 'The platform did not end a channel'),
      )
  await platform.db.asService(workspaceId, tx => end(platform, tx, channel, caller.personId ?? null))
  return { id: input.id, status: 'disconnected' }
}

async function end(
  platform: Platform,
  tx: Tx,
  { workspaceId, id, kind, name }: Channel,
  personId: string | null,
): Promise<void> {
  const { rows } = await sql<{ hosted: boolean }>`update channels set status = 'disconnected', status_reason = null
    where workspace_id = ${workspaceId} and id = ${id} and status <> 'disconnected' returning hosted`.execute(tx)
  const [ended] = rows
  if (!ended) return
  if (kindOf(kind))
    await sql`delete from private.secrets where workspace_id = ${workspaceId} and owner = ${`channel ${id}`}`.execute(
      tx,
    )
  // The spending approval belonged to whoever connected it.
  for (const table of ['ad_accounts', 'paid_replies'])
    await sql`delete from ${sql.table(`private.${table}`)} where workspace_id = ${workspaceId} and channel_id = ${id}`.execute(
      tx,
    )
  if (!ended.hosted) await giveBack(platform, tx, workspaceId, 'connections')
  await recordInAuditLog(platform, tx, { workspaceId, personId }, 'channel.disconnected', id, { kind, name })
  await platform.jobs.emit(tx, 'channel.disconnected', { workspace_id: workspaceId, channel_id: id, kind })
}
