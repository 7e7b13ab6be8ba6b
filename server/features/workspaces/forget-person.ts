import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { closeWorkspace } from './close-workspace.ts'

type Empty = { id: string; name: string }

/** Leaving no admin, the longest-standing member becomes one; an empty workspace is deleted, or stays and is returned. */
export async function forgetPerson(
  platform: Platform,
  gone: EventCatalogue['person.deleted'],
  { emptied }: { emptied: 'delete' | 'stay' },
): Promise<Empty[]> {
  const { person_id: personId } = gone
  return platform.db.asService(null, async tx => {
    const { rows } = await sql<{ workspace_id: string; id: string }>`delete from members where person_id = ${personId}
      returning workspace_id, id`.execute(tx)
    // Before the person's row: a transaction that notifies the team while holding a conversation waits for that row.
    for (const { workspace_id: workspaceId, id } of rows)
      await platform.jobs.emit(tx, 'member.removed', { workspace_id: workspaceId, member_id: id, person_id: personId })
    await sql`delete from people where id = ${personId}`.execute(tx)
    // Sign-up events hold name and address for thirty days, but not past the account.
    await sql`update private.events set payload = payload - 'email' - 'full_name'
      where payload ->> 'person_id' = ${personId} and payload ? 'email'`.execute(tx)
    const empty: Empty[] = []
    for (const { workspace_id: workspaceId } of rows) {
      const name = await appointAdmin(platform, tx, workspaceId)
      if (name === undefined) continue
      if (emptied === 'delete') await closeWorkspace(platform, tx, workspaceId, { personId: null })
      else empty.push({ id: workspaceId, name })
    }
    return empty
  })
}

/** Returns the name of a shop in which nobody is left. */
async function appointAdmin(platform: Platform, tx: Tx, workspaceId: string): Promise<string | undefined> {
  const now = platform.clock.now()
  // Serialises two who leave at once.
  const workspaces = await sql<{ kind: string; name: string }>`select kind, name from workspaces
    where id = ${workspaceId} and deleted_at is null for no key update`.execute(tx)
  const { rows: members } = await sql<{ id: string; role: string }>`select id, role from members
    where workspace_id = ${workspaceId} and status = 'active' order by joined_at, id`.execute(tx)
  const [eldest] = members
  const [shop] = workspaces.rows
  if (members.some(member => member.role === 'admin')) return undefined
  if (!eldest) return shop?.kind === 'shop' ? shop.name : undefined
  await sql`update members set role = 'admin' where workspace_id = ${workspaceId} and id = ${eldest.id}`.execute(tx)
  await sql`insert into audit_log (id, workspace_id, action, target, at)
    values (${newId()}, ${workspaceId}, 'member.became-admin', ${eldest.id}, ${now})`.execute(tx)
  await platform.jobs.emit(tx, 'member.changed', { workspace_id: workspaceId, member_id: eldest.id, role: 'admin' })
  return undefined
}
