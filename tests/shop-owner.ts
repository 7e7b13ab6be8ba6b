import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** A signed-in person of a workspace, as tests of actions need one. */
export type Owner = { personId: string; workspaceId: string; headers: { authorization: string } }

/** Opens a workspace on its trial, by the events that a confirmed sign-up tells, and signs its first admin in. */
export async function makeOwner(platform: Platform, email = `chu-${newId()}@hatnau.example`): Promise<Owner> {
  const personId = newId()
  await platform.db.asService(null, tx =>
    platform.jobs.emit(tx, 'person.confirmed', {
      person_id: personId,
      email,
      full_name: 'Nguyễn Thị Ngọc Ánh Tuyết',
      language: 'vi',
      invitation: false,
    }),
  )
  await platform.jobs.drain()
  const headers = await signIn(platform, personId, email)
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ workspace_id: string }>`select workspace_id from members where person_id = ${personId}`.execute(tx),
  )
  return { personId, workspaceId: rows[0]?.workspace_id ?? '', headers }
}

/** One more person in a workspace. */
export async function makeMember(platform: Platform, owner: Owner): Promise<Owner> {
  const other = await makeOwner(platform)
  const now = platform.clock.now()
  await platform.db.asService(owner.workspaceId, async tx => {
    await sql`delete from members where person_id = ${other.personId}`.execute(tx)
    await sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
      values (${newId()}, ${owner.workspaceId}, ${other.personId}, 'nhan-vien@hatnau.example', 'member', 'active', ${now})`.execute(
      tx,
    )
  })
  return { ...other, workspaceId: owner.workspaceId }
}

async function signIn(platform: Platform, personId: string, email: string): Promise<Owner['headers']> {
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
