import { sql } from 'kysely'
import type { z } from 'zod'
import type { endSessionsBody } from '#shared/contracts/workspaces.api.ts'
import { failure } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { recordInAuditLog } from '../record-in-audit-log.ts'

/**
 * For this workspace alone: what else the person is signed in to is not the admin's. Who signs in again is let in.
 * @throws request.not_found, also for somebody else's session; access.own_sessions
 */
export async function endMemberSessions(
  platform: Platform,
  caller: Caller,
  { id, ...input }: { id: string } & z.output<typeof endSessionsBody>,
): Promise<{ id: string }> {
  const sessionId = input.session_id ?? null
  const { workspaceId } = caller
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ person_id: string | null }>`select m.person_id from members m
      where m.workspace_id = ${workspaceId} and m.id = ${id} and m.status = 'active' and (${sessionId}::uuid is null
        or exists (select from auth.sessions s where s.id = ${sessionId}::uuid and s.user_id = m.person_id))`.execute(
      tx,
    )
    const personId = rows[0]?.person_id
    if (!personId) throw failure('request.not_found')
    if (personId === caller.personId) throw failure('access.own_sessions')
    await sql`insert into ended_sessions (id, workspace_id, person_id, session_id, ended_at)
      values (${newId()}, ${workspaceId}, ${personId}, ${sessionId}, ${now})
      on conflict (workspace_id, person_id, session_id) do update set ended_at = excluded.ended_at`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'member.sessions-ended', id, { session_id: sessionId })
  })
  return { id }
}
