import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** Leaving no admin, the longest-standing member becomes one; an empty workspace is deleted. */
export async function forgetPerson(platform: Platform, gone: EventCatalogue['person.deleted']): Promise<void> {
  const { person_id: personId } = gone
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ workspace_id: string; id: string }>`delete from members where person_id = ${personId}
      returning workspace_id, id`.execute(tx)
    // Before the person's row: a transaction that notifies the team while holding a conversation waits for that row.
    for (const { workspace_id: workspaceId, id } of rows)
      await platform.jobs.emit(tx, 'member.removed', { workspace_id: workspaceId, member_id: id, person_id: personId })
    await sql`delete from people where id = ${personId}`.execute(tx)
    // Sign-up events hold name and address for thirty days, but not past the account.
    await sql`update private.events set payload = payload - 'email' - 'full_name'
      where payload ->> 'person_id' = ${personId} and payload ? 'email'`.execute(tx)
    for (const { workspace_id: workspaceId } of rows) await appointAdmin(platform, tx, workspaceId)
  })
}

async function appointAdmin(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const now = platform.clock.now()
  // Serialises two who leave at once.
  const workspaces = await sql<{ kind: string }>`select kind from workspaces
    where id = ${workspaceId} and deleted_at is null for no key update`.execute(tx)
  const { rows: members } = await sql<{ id: string; role: string }>`select id, role from members
    where workspace_id = ${workspaceId} and status = 'active' order by joined_at, id`.execute(tx)
  const [eldest] = members
  const isHouse = workspaces.rows[0]?.kind !== 'shop'
  if (members.some(member => member.role === 'admin') || (!eldest && isHouse)) return
  if (!eldest) {
    await sql`update workspaces set deleted_at = ${now} where id = ${workspaceId}`.execute(tx)
    await platform.jobs.emit(tx, 'workspace.deleted', { workspace_id: workspaceId })
    return
  }
  await sql`update members set role = 'admin' where workspace_id = ${workspaceId} and id = ${eldest.id}`.execute(tx)
  await sql`insert into audit_log (id, workspace_id, action, target, at)
    values (${newId()}, ${workspaceId}, 'member.became-admin', ${eldest.id}, ${now})`.execute(tx)
  await platform.jobs.emit(tx, 'member.changed', { workspace_id: workspaceId, member_id: eldest.id, role: 'admin' })
}
