import type { workspaceBody } from '#shared/contracts/workspaces.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { Language } from '#shared/words.ts'

type Owner = { id: string; email: string; full_name: string; language: Language }

/** @throws workspace.address_unconfirmed */
export async function openAnother(
  platform: Platform,
  caller: Caller,
  { name }: z.output<typeof workspaceBody>,
): Promise<{ id: string; name: string }> {
  await limit(platform, `workspaces:${caller.personId}`, { max: 5, windowMs: hours(24) })
  return platform.db.asService(null, async tx => {
    const { rows } = await sql<Owner>`select id, email, full_name, language from people
      where id = ${caller.personId} and email_verified`.execute(tx)
    const [owner] = rows
    if (!owner) throw failure('workspace.address_unconfirmed')
    return { id: await addWorkspace(platform, tx, owner, name), name }
  })
}

/** Its event starts the trial. */
export async function addWorkspace(platform: Platform, tx: Tx, owner: Owner, name: string): Promise<string> {
  const now = platform.clock.now()
  const id = newId()
  await sql`insert into workspaces (id, name, language, first_step, created_at) values (${id}, ${name}, ${owner.language}, 1, ${now})`.execute(
    tx,
  )
  await sql`insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
    values (${newId()}, ${id}, ${owner.id}, ${owner.email}, ${owner.full_name}, 'admin', 'active', ${now})`.execute(tx)
  await platform.jobs.emit(tx, 'workspace.opened', {
    workspace_id: id,
    person_id: owner.id,
    language: owner.language,
  })
  return id
}
