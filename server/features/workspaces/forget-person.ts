import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/**
 * Whose account was deleted leaves every workspace, with name and address. A workspace is never without an admin: who has
 * been a member longest becomes one; where nobody is left, the workspace is deleted.
 */
export async function forgetPerson(platform: Platform, gone: EventCatalogue['person.deleted']): Promise<void> {
  const { person_id: personId } = gone
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ workspace_id: string; id: string }>`delete from members where person_id = ${personId}
      returning workspace_id, id`.execute(tx)
    // Before the person's own row: whoever holds a conversation and tells its team of something waits for that one.
    for (const { workspace_id: workspaceId, id } of rows)
      await platform.jobs.emit(tx, 'member.removed', { workspace_id: workspaceId, member_id: id, person_id: personId })
    await sql`delete from people where id = ${personId}`.execute(tx)
    // Events of sign-up carry what they were told; for thirty days, but not past the account.
    await sql`update private.events set payload = payload - 'email' - 'full_name'
      where payload ->> 'person_id' = ${personId} and payload ? 'email'`.execute(tx)
    for (const { workspace_id: workspaceId } of rows) await appointAdmin(platform, tx, workspaceId)
  })
}

async function appointAdmin(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const now = platform.clock.now()
  // Two that leave at once wait for each other here.
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
