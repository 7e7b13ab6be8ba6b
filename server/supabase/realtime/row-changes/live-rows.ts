import { sql } from 'kysely'
import type { Change } from '#platform/events/changes.ts'
import { type Claims, outsideTransaction } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../sockets/live-socket.ts'
import type { Hub } from '../topics/hub.ts'
import { asShown, topicsOf } from '../topics/live-topics.ts'
import { type LiveChange, readChanged } from './read-changed.ts'
import { recheck } from '../topics/recheck.ts'

type Reader = { name: string; claims: Claims; isFor?: (channel: Channel) => boolean }

type Group = Reader & { changes: Change[]; topics: Set<string> }

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
      for (const reader of readersOf(hub, topic, change)) {
        const group = groups.get(reader.name) ?? { ...reader, changes: [], topics: new Set() }
        groups.set(reader.name, group)
        group.topics.add(topic)
        if (group.changes.at(-1) !== change) group.changes.push(change)
      }
    }
  }
  return [...groups.values()]
}

function readersOf(hub: Hub, topic: string, { workspace_id }: Change): Reader[] {
  if (topic.startsWith('person:')) return sessionsAt(hub, topic)
  if (topic.startsWith('order:'))
    return [{ name: `admins:${workspace_id}`, claims: { role: 'authenticated', workspace_id, scopes: ['admin'] } }]
  return [{ name: `workspace:${workspace_id}`, claims: { role: 'authenticated', workspace_id } }]
}

/** A person's rows are of several workspaces, some of which may shut this or that session out. */
function sessionsAt(hub: Hub, topic: string): Reader[] {
  const nameOf = ({ claims, socket }: Channel) => `${topic} ${String(claims['session_id'])} ${socket.ip}`
  return [...Map.groupBy(hub.channelsAt(topic), nameOf)].flatMap(([name, [first]]) =>
    first ? [{ name, claims: first.claims, isFor: channel => nameOf(channel) === name }] : [],
  )
}

function notifyRow(hub: Hub, group: Group, change: Change | undefined, row: LiveChange): void {
  if (!change) return
  for (const { topic, shown } of topicsOf(change)) {
    if (!group.topics.has(topic)) continue
    // Mass messages are sent only to those who have the conversation open, not to everybody's list.
    if (shown === 'preview' && row.record['origin'] != null) continue
    hub.deliver({ topic, event: 'change', payload: { ...row, record: asShown(row.record, shown) } }, group.isFor)
  }
}

function checkRemoved(platform: Platform, hub: Hub, changes: Change[]): void {
  const people = new Set(
    changes.filter(change => change.table === 'members' && change.type !== 'INSERT').map(change => change.person_id),
  )
  const workspaces = changes.filter(({ table }) => accessTables.has(table)).map(change => change.workspace_id)
  if (people.size + workspaces.length === 0 || hub.sockets.size === 0) return
  outsideTransaction(async () => {
    for (const id of await membersOf(platform, workspaces)) people.add(id)
    const channels = hub.channels().filter(channel => people.has(channel.claims.sub ?? null))
    await recheck(platform, hub, channels)
  }).catch((error: unknown) => platform.log.error({ error }, 'Rights could not be checked'))
}

const accessTables = new Set(['access_rules', 'ended_sessions', 'sso_connections'])

async function membersOf(platform: Platform, workspaces: (string | null)[]): Promise<string[]> {
  if (workspaces.length === 0) return []
  const rows = await platform.db.readAsService(sql<{ person_id: string }>`select person_id from members
    where workspace_id = any (${workspaces}::uuid[]) and person_id is not null`)
  return rows.map(row => row.person_id)
}
