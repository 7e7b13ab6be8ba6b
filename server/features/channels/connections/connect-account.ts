import { sql } from 'kysely'
import { giveBack, reserveOrRefuse } from '#features/usage/reserve.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { saveSecret } from '#platform/secrets/stored-secrets.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type Channel, type ChannelKind, channelSecret, type PlatformKindName } from '../channel.ts'
import { findChannel, readChannel } from '../channel-row.ts'

export type NewAccount = {
  workspaceId: string
  kind: PlatformKindName
  accountId: string
  name: string
  secrets: Record<string, string>
  /** undefined: a command */
  by?: string
}

/**
 * Reconnecting keeps the history. Connected only once the platform has accepted the subscription.
 * @param subscribe passed in because kinds import this file
 * @throws channel.taken, usage.connections_reached, and what the subscription throws
 */
export async function connectAccount(
  platform: Platform,
  account: NewAccount,
  subscribe: ChannelKind['subscribe'],
): Promise<Channel> {
  const { workspaceId } = account
  const { channel, before } = await platform.db
    .asService(workspaceId, tx => store(platform, tx, account))
    .catch((error: unknown) => {
      // Two workspaces at once: the first gets the account.
      throw (error as { code?: string }).code === '23505' ? failure('channel.taken') : error
    })
  try {
    await subscribe?.(platform, channel)
  } catch (error) {
    await platform.db.asService(workspaceId, tx => undoConnecting(platform, tx, channel, before))
    throw error
  }
  await platform.db.asService(workspaceId, async tx => {
    await sql`update channels set status = 'connected', status_reason = null
      where workspace_id = ${workspaceId} and id = ${channel.id}`.execute(tx)
    await sql`delete from private.channel_pace where workspace_id = ${workspaceId} and channel_id = ${channel.id}`.execute(
      tx,
    )
    await platform.jobs.emit(tx, 'channel.connected', {
      workspace_id: workspaceId,
      channel_id: channel.id,
      kind: channel.kind,
    })
    const { kind, accountId, name, by } = account
    const meta = { kind, account: accountId, name }
    await recordInAuditLog(platform, tx, { workspaceId, personId: by ?? null }, 'channel.connected', channel.id, meta)
    await platform.jobs.enqueue(tx, {
      kind: 'check channel',
      key: `check channel:${channel.id}`,
      lane: `check channel ${channel.id}`,
      payload: { workspace_id: workspaceId, channel_id: channel.id },
    })
  })
  return { ...channel, status: 'connected' }
}

type Stored = { channel: Channel; before: Channel['status'] }

async function store(platform: Platform, tx: Tx, account: NewAccount): Promise<Stored> {
  const { workspaceId, kind, accountId, name } = account
  const holder = await findChannel(tx, kind, accountId)
  if (holder && holder.workspaceId !== workspaceId) throw failure('channel.taken')
  const known = holder ?? (await findEarlier(tx, account))
  if (!holder) await reserveOrRefuse(platform, tx, workspaceId, 'connections')
  const id = known?.id ?? newId()
  const { rows } = await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
    values (${id}, ${workspaceId}, ${kind}, ${accountId}, ${name}, 'connecting', ${platform.clock.now()})
    on conflict (id) do update set name = excluded.name, status = case when channels.status = 'disconnected' then 'connecting' else channels.status end
    returning id`.execute(tx)
  if (rows.length === 0) throw failure('request.conflict')
  for (const [secret, text] of Object.entries(account.secrets))
    await saveSecret(platform, tx, channelSecret({ id, workspaceId }, secret), text)
  const channel = await readChannel(tx, workspaceId, id)
  if (!channel) throw failure('request.conflict')
  return { channel, before: known?.status ?? 'disconnected' }
}

async function findEarlier(tx: Tx, { workspaceId, kind, accountId }: NewAccount): Promise<Channel | undefined> {
  const { rows } = await sql<{
    id: string
  }>`select id from channels where workspace_id = ${workspaceId} and kind = ${kind}
    and account_id = ${accountId} order by created_at desc limit 1`.execute(tx)
  return rows[0] && readChannel(tx, workspaceId, rows[0].id, true)
}

async function undoConnecting(platform: Platform, tx: Tx, channel: Channel, before: Channel['status']): Promise<void> {
  if (before !== 'disconnected') return
  const { workspaceId, id } = channel
  const { rows } =
    await sql`update channels set status = 'disconnected' where workspace_id = ${workspaceId} and id = ${id}
    and status = 'connecting' returning id`.execute(tx)
  if (rows.length === 0) return
  await sql`delete from private.secrets where workspace_id = ${workspaceId} and owner = ${`channel ${id}`}`.execute(tx)
  await giveBack(platform, tx, workspaceId, 'connections')
}
