// People who call the program's addresses: a workspace's first admin and one more member, each with a session.
import { sql } from 'kysely'
import { openWorkspace } from '#features/workspaces/open-workspace.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { makeWorkspace } from './workspace.ts'

export type Owner = {
  personId: string
  workspaceId: string
  headers: { authorization: string }
  /** Has given an app's digits, just now. */
  secondStep?: true
}

/** Opens a workspace on its trial and signs its first admin in. */
export async function makeOwner(platform: Platform): Promise<Owner> {
  const { workspaceId, admin } = await makeWorkspace(platform)
  return { personId: admin.personId, workspaceId, headers: await signIn(platform, admin.personId, admin.email) }
}

/** One more person in a workspace, without an admin's rights. */
export async function makeMember(platform: Platform, owner: Owner): Promise<Owner> {
  const personId = newId()
  const email = `${personId}@shop.example`
  const person = { person_id: personId, email, full_name: 'Lê Văn Tú', language: 'vi', invitation: true } as const
  await openWorkspace(platform, person)
  await platform.db.asService(owner.workspaceId, tx =>
    sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
      values (${newId()}, ${owner.workspaceId}, ${personId}, ${email}, 'member', 'active', ${platform.clock.now()})`.execute(
      tx,
    ),
  )
  return { personId, workspaceId: owner.workspaceId, headers: await signIn(platform, personId, email) }
}

/** A session of a person who is there. */
export async function signIn(platform: Platform, personId: string, email: string): Promise<Owner['headers']> {
  const sessionId = newId()
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    await sql`insert into auth.users (id, email, email_confirmed_at, created_at, updated_at)
      values (${personId}, ${email}, ${now}, ${now}, ${now})`.execute(tx)
    await sql`insert into auth.sessions (id, user_id, created_at) values (${sessionId}, ${personId}, ${now})`.execute(
      tx,
    )
  })
  const claims = { role: 'authenticated', sub: personId, session_id: sessionId, email, aal: 'aal1' } as const
  return { authorization: `Bearer ${(await platform.tokens.signAccess(claims)).token}` }
}

/** Somebody who runs the installation, with an app of two-step verification at hand. */
export async function makeOperator(platform: Platform): Promise<Owner> {
  const operator = await makeOwner(platform)
  await platform.db.asService(null, tx =>
    sql`update people set is_operator = true where id = ${operator.personId}`.execute(tx),
  )
  return { ...operator, secondStep: true }
}
