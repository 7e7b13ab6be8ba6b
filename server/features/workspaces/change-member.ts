import type { roleBody } from '#shared/contracts/workspaces.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Caller, requireOwnSignIn } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { type Role } from '#shared/words.ts'
import { recordInAuditLog } from './record-in-audit-log.ts'

type Member = { id: string; person_id: string | null; role: Role; status: 'pending' | 'active' }

/** @throws request.not_found, team.last_admin, auth.own_sign_in_needed */
export async function changeRole(
  platform: Platform,
  caller: Caller,
  { id, role }: { id: string } & z.output<typeof roleBody>,
) {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const member = await lockMember(tx, workspaceId, id)
    if (member.role === role) return { id, role }
    // One of the two is admin.
    requireOwnSignIn(caller)
    if (role !== 'admin') await requireAnotherAdmin(tx, workspaceId, member)
    await sql`update members set role = ${role} where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'member.changed', id, { role })
    await platform.jobs.emit(tx, 'member.changed', { workspace_id: workspaceId, member_id: id, role })
    return { id, role }
  })
}

/**
 * Members may remove themselves.
 * @throws auth.admin_needed, request.not_found, team.last_admin, auth.own_sign_in_needed for another admin
 */
export async function removeMember(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const member = await lockMember(tx, workspaceId, id)
    if (caller.role !== 'admin' && member.person_id !== caller.personId) throw failure('auth.admin_needed')
    if (member.role === 'admin' && member.person_id !== caller.personId) requireOwnSignIn(caller)
    await requireAnotherAdmin(tx, workspaceId, member)
    await sql`delete from members where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    await sql`delete from auth.sessions where user_id = ${member.person_id} and only_workspace = ${workspaceId}`.execute(
      tx,
    )
    await recordInAuditLog(platform, tx, caller, 'member.removed', id)
    await platform.jobs.emit(tx, 'member.removed', {
      workspace_id: workspaceId,
      member_id: id,
      person_id: member.person_id,
    })
  })
  return { id }
}

/** Locks the workspace, so concurrent changes see each other. */
async function lockMember(tx: Tx, workspaceId: string, id: string): Promise<Member> {
  await sql`select id from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const { rows } = await sql<Member>`select id, person_id, role, status from members
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  const [member] = rows
  if (!member) throw failure('request.not_found')
  return member
}

async function requireAnotherAdmin(tx: Tx, workspaceId: string, leaving: Member): Promise<void> {
  if (leaving.role !== 'admin' || leaving.status !== 'active') return
  const { rows } = await sql`select id from members where workspace_id = ${workspaceId} and id <> ${leaving.id}
    and role = 'admin' and status = 'active' limit 1`.execute(tx)
  if (rows.length === 0) throw failure('team.last_admin')
}
