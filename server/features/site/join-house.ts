import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

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

/** Call in the transaction that makes an operator. Does nothing before the house exists. */
export async function joinHouse(platform: Platform, tx: Tx): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from workspaces where kind = 'house' and deleted_at is null`.execute(tx)
  if (rows[0]) await operatorsIn(platform, tx, rows[0].id)
}

/** Call in the transaction that removes an operator. */
export async function leaveHouse(platform: Platform, tx: Tx, personId: string): Promise<void> {
  const { rows } = await sql<{ id: string; workspace_id: string }>`delete from members m using workspaces w
    where w.id = m.workspace_id and w.kind = 'house' and m.person_id = ${personId} returning m.id, m.workspace_id`.execute(
    tx,
  )
  for (const { id, workspace_id } of rows)
    await platform.jobs.emit(tx, 'member.removed', { workspace_id, member_id: id, person_id: personId })
}
