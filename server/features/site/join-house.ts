import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Every operator is an admin of the product's own workspace: who is one already stays so. */
export async function operatorsIn(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const { rows } = await sql<{
    id: string
    email: string
    full_name: string
  }>`select p.id, p.email, p.full_name from people p
    where p.is_operator and not exists (select from members m where m.workspace_id = ${workspaceId} and m.person_id = p.id)`.execute(
    tx,
  )
  for (const person of rows) {
    const { rows: joined } = await sql<{ id: string }>`
      insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
      values (${newId()}, ${workspaceId}, ${person.id}, ${person.email}, ${person.full_name}, 'admin', 'active', ${platform.clock.now()})
      on conflict do nothing returning id`.execute(tx)
    if (joined[0])
      await platform.jobs.emit(tx, 'member.changed', {
        workspace_id: workspaceId,
        member_id: joined[0].id,
        role: 'admin',
      })
  }
}

/** To be called where somebody becomes an operator, in the same transaction. Before the house is there it does nothing: the house asks itself. */
export async function joinHouse(platform: Platform, tx: Tx): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from workspaces where kind = 'house' and deleted_at is null`.execute(tx)
  if (rows[0]) await operatorsIn(platform, tx, rows[0].id)
}

/** To be called where somebody is no operator any more, in the same transaction. The house needs no admin to stand. */
export async function leaveHouse(platform: Platform, tx: Tx, personId: string): Promise<void> {
  const { rows } = await sql<{ id: string; workspace_id: string }>`delete from members m using workspaces w
    where w.id = m.workspace_id and w.kind = 'house' and m.person_id = ${personId} returning m.id, m.workspace_id`.execute(
    tx,
  )
  for (const { id, workspace_id } of rows)
    await platform.jobs.emit(tx, 'member.removed', { workspace_id, member_id: id, person_id: personId })
}
