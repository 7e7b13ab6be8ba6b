import { sql } from 'kysely'
import { readChannelName } from '#features/channels/read-channel-name.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { type Audience, notify } from './notify.ts'

export async function notifyChannelLost(
  platform: Platform,
  tx: Tx,
  { workspace_id, channel_id }: EventCatalogue['channel.lost'],
): Promise<void> {
  await notifyChannel(platform, tx, workspace_id, channel_id, 'lost')
}

/** Once a day: strangers write so much that they must pass a human check. */
export async function notifyChannelCrowded(
  platform: Platform,
  tx: Tx,
  { workspace_id, channel_id }: EventCatalogue['channel.crowded'],
): Promise<void> {
  await notifyChannel(
    platform,
    tx,
    workspace_id,
    channel_id,
    'crowded',
    platform.clock.now().toISOString().slice(0, 10),
  )
}

export async function notifyPaidReplies(
  platform: Platform,
  tx: Tx,
  { workspace_id, channel_id, percent }: EventCatalogue['paid-replies.used'],
): Promise<void> {
  await notifyChannel(platform, tx, workspace_id, channel_id, `paid_replies_${percent}`)
}

/** Once per matter; without one, each call is news. */
export async function notifyChannel(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  id: string,
  what: 'lost' | 'deaf' | 'crowded' | 'paid_replies_80' | 'paid_replies_100',
  matter = newId(),
): Promise<void> {
  const name = await readChannelName(platform, tx, workspaceId, id)
  const { rows } = await sql<{ name: string }>`select name from workspaces where id = ${workspaceId}`.execute(tx)
  if (name === undefined) return
  await notify(platform, tx, 'admins', {
    workspaceId,
    kind: what.startsWith('paid') ? 'usage' : 'channel_lost',
    matter: `${what} ${id} ${matter}`,
    data: { what, name, workspace: rows[0]?.name ?? '', channel_id: id },
  })
}

export async function notifyProcessed(
  platform: Platform,
  tx: Tx,
  { workspace_id, source_id }: EventCatalogue['source.processed'],
): Promise<void> {
  await notifySource(platform, tx, workspace_id, source_id, { what: 'processed' })
}

export async function notifyFailed(
  platform: Platform,
  tx: Tx,
  { workspace_id, source_id }: EventCatalogue['source.failed'],
): Promise<void> {
  await notifySource(platform, tx, workspace_id, source_id, { what: 'failed' })
}

/** To the person who made the change, and the admins, one of whom decides. Pairs included: nobody watches each pair of an imported file. */
export async function notifyWaiting(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, source_id: id, worse }: EventCatalogue['source.waiting'],
): Promise<void> {
  const { rows } =
    await sql<Source>`select coalesce(r.title, s.title) as name, s.version, w.name as workspace, s.changed_by as created_by
    from sources s join workspaces w on w.id = s.workspace_id
    left join private.replacements r on r.workspace_id = s.workspace_id and r.source_id = s.id and r.version = s.version
    where s.workspace_id = ${workspaceId} and s.id = ${id}`.execute(tx)
  const [source] = rows
  if (!source) return
  const { name, workspace, version, created_by: personId } = source
  const audiences: Audience[] = personId ? ['admins', { personId }] : ['admins']
  for (const audience of audiences)
    await notify(platform, tx, audience, {
      workspaceId,
      kind: 'training_waiting',
      // Once per person, however the audiences overlap.
      matter: `source ${id} waiting ${version}`,
      data: { what: 'waiting', count: worse, name, workspace, source_id: id },
    })
}

type Source = { name: string; version: number; created_by: string | null; workspace: string }

/** To the person who added the source, else the admins. Not for pairs, which are ready at once, or the house bot's guide. */
async function notifySource(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  id: string,
  news: { what: string },
): Promise<void> {
  const { rows } = await sql<Source>`select s.title as name, s.version, w.name as workspace,
      (select m.person_id from members m where m.workspace_id = s.workspace_id and m.person_id = s.created_by
        and m.status = 'active') as created_by
    from sources s join workspaces w on w.id = s.workspace_id
    where s.workspace_id = ${workspaceId} and s.id = ${id} and s.kind <> 'pair' and s.parent_id is null
      and (w.kind <> 'house' or s.created_by is not null or ${news.what} = 'failed')`.execute(tx)
  const [source] = rows
  if (!source) return
  const { name, workspace, version, created_by: personId } = source
  const audience: Audience = personId ? { personId } : 'admins'
  await notify(platform, tx, audience, {
    workspaceId,
    kind: 'training',
    matter: `source ${id} ${news.what} ${version}`,
    data: { ...news, name, workspace, source_id: id },
  })
}

export async function notifyAlmostUsed(
  platform: Platform,
  tx: Tx,
  { workspace_id, metric }: EventCatalogue['usage.almost-reached'],
): Promise<void> {
  await notifyUsage(platform, tx, workspace_id, metric, 'almost')
}

export async function notifyUsed(
  platform: Platform,
  tx: Tx,
  { workspace_id, metric }: EventCatalogue['usage.reached'],
): Promise<void> {
  await notifyUsage(platform, tx, workspace_id, metric, 'reached')
}

/** The counter deduplicates: each event is news. */
async function notifyUsage(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  metric: string,
  what: 'almost' | 'reached',
): Promise<void> {
  await notify(platform, tx, 'admins', {
    workspaceId,
    kind: 'usage',
    matter: `usage ${metric} ${what} ${newId()}`,
    data: { what, metric, workspace: await nameOf(tx, workspaceId) },
  })
}

export async function nameOf(tx: Tx, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from workspaces where id = ${workspaceId}`.execute(tx)
  return rows[0]?.name ?? ''
}
