import type { Change } from '#platform/events/changes.ts'
import { type Claims, outsideTransaction } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Hub } from '../topics/hub.ts'
import { asShown, topicsOf } from '../topics/live-topics.ts'
import { type LiveChange, readChanged } from './read-changed.ts'
import { recheck } from '../topics/recheck.ts'

type Group = { claims: Claims; changes: Change[]; topics: Set<string> }

/** Reads each row once for all who joined here, as any member sees it. */
export function startLiveRows(platform: Platform, hub: Hub): () => void {
  let work = Promise.resolve()
  return platform.changes.subscribe(changes => {
    checkRemoved(platform, hub, changes)
    const received = changes.filter(change => topicsOf(change).some(({ topic }) => hub.hasListeners(topic)))
    if (received.length > 0) work = work.then(() => outsideTransaction(() => sendChanges(platform, hub, received)))
  })
}

async function sendChanges(platform: Platform, hub: Hub, changes: Change[]): Promise<void> {
  for (const group of groupsOf(hub, changes)) {
    try {
      const rows = await readChanged(platform, group.claims, group.changes)
      const sources = new Map(group.changes.map(change => [change.cursor, change]))
      for (const row of rows) notifyRow(hub, group, sources.get(row.cursor), row)
    } catch (error) {
      platform.log.error({ error }, 'Changed rows could not be read')
      // Reconnecting clients ask for what they missed.
      for (const channel of hub.channels()) if (group.topics.has(channel.place)) channel.socket.close(1012, 'Come back')
    }
  }
}

function groupsOf(hub: Hub, changes: Change[]): Group[] {
  const groups = new Map<string, Group>()
  for (const change of changes) {
    for (const { topic } of topicsOf(change)) {
      if (!hub.hasListeners(topic)) continue
      const [name, claims] = readerOf(topic, change)
      const group = groups.get(name) ?? { claims, changes: [], topics: new Set() }
      groups.set(name, group)
      group.topics.add(topic)
      if (group.changes.at(-1) !== change) group.changes.push(change)
    }
  }
  return [...groups.values()]
}

function readerOf(topic: string, { person_id: sub, workspace_id }: Change): [name: string, claims: Claims] {
  if (topic.startsWith('person:')) return [topic, { role: 'authenticated', sub: sub ?? '' }]
  if (topic.startsWith('order:'))
    return [`admins:${workspace_id}`, { role: 'authenticated', workspace_id, scopes: ['admin'] }]
  return [`workspace:${workspace_id}`, { role: 'authenticated', workspace_id }]
}

function notifyRow(hub: Hub, group: Group, change: Change | undefined, row: LiveChange): void {
  if (!change) return
  for (const { topic, shown } of topicsOf(change)) {
    if (!group.topics.has(topic)) continue
    // Mass messages are sent only to those who have the conversation open, not to everybody's list.
    if (shown === 'preview' && row.record['origin'] != null) continue
    hub.deliver({ topic, event: 'change', payload: { ...row, record: asShown(row.record, shown) } })
  }
}

function checkRemoved(platform: Platform, hub: Hub, changes: Change[]): void {
  const people = new Set(
    changes.filter(change => change.table === 'members' && change.type !== 'INSERT').map(change => change.person_id),
  )
  if (people.size === 0) return
  const channels = hub.channels().filter(channel => people.has(channel.claims.sub ?? null))
  if (channels.length === 0) return
  outsideTransaction(() => recheck(platform, hub, channels)).catch((error: unknown) =>
    platform.log.error({ error }, 'Rights could not be checked'),
  )
}
