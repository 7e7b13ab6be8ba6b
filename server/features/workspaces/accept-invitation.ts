import type { invitationBody } from '#shared/contracts/workspaces.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { recordInAuditLog } from './record-in-audit-log.ts'

type Invitation = {
  workspace_id: string
  member_id: string
  email: string
  role: 'admin' | 'member'
  workspace: string
  inviter: string
}

/** @throws team.invitation_over */
export async function readInvitation(platform: Platform, _: unknown, { token }: z.output<typeof invitationBody>) {
  const found = await platform.db.asService(null, tx => findInvitation(platform, tx, token))
  const { workspace, inviter, role, email } = found
  return { workspace, inviter, role, email }
}

/**
 * Idempotent.
 * @throws team.invitation_over, team.invitation_other_address
 */
export async function acceptInvitation(
  platform: Platform,
  caller: Caller,
  { token }: z.output<typeof invitationBody>,
): Promise<{ workspace_id: string }> {
  return platform.db.asService(null, async tx => {
    const found = await findInvitation(platform, tx, token)
    const { rows } = await sql<{ id: string; email: string; full_name: string }>`select id, email, full_name from people
      where id = ${caller.personId} and email_verified`.execute(tx)
    const [person] = rows
    if (person?.email.toLowerCase() !== found.email.toLowerCase()) throw failure('team.invitation_other_address')
    await join(platform, tx, person, found)
    return { workspace_id: found.workspace_id }
  })
}

/** @returns whether there was one */
export async function joinWhereInvited(
  platform: Platform,
  tx: Tx,
  person: { id: string; email: string; full_name: string },
): Promise<boolean> {
  const { rows } = await sql<{ workspace_id: string; member_id: string }>`select m.workspace_id, m.id as member_id
    from members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      join private.invitations i on i.workspace_id = m.workspace_id and i.member_id = m.id
    where m.status = 'pending' and lower(m.email) = lower(${person.email}) and i.expires_at > ${platform.clock.now()}
    order by m.invited_at for update of m`.execute(tx)
  for (const invitation of rows) await join(platform, tx, person, invitation)
  return rows.length > 0
}

async function findInvitation(platform: Platform, tx: Tx, token: string): Promise<Invitation> {
  const { rows } = await sql<Invitation>`select i.workspace_id, i.member_id, m.email, m.role, w.name as workspace,
      coalesce(p.full_name, '') as inviter
    from private.invitations i
      join members m on m.workspace_id = i.workspace_id and m.id = i.member_id
      join workspaces w on w.id = i.workspace_id and w.deleted_at is null
      left join people p on p.id = i.invited_by
    where i.token_hash = ${hashSecret(token)} and i.expires_at > ${platform.clock.now()} for update of m`.execute(tx)
  const [found] = rows
  if (!found) throw failure('team.invitation_over')
  return found
}

async function join(
  platform: Platform,
  tx: Tx,
  person: { id: string; email: string; full_name: string },
  { workspace_id: workspaceId, member_id: memberId }: { workspace_id: string; member_id: string },
): Promise<void> {
  const now = platform.clock.now()
  const { rows } =
    await sql`update members set person_id = ${person.id}, email = ${person.email}, name = ${person.full_name},
      status = 'active', joined_at = ${now}
    where workspace_id = ${workspaceId} and id = ${memberId} and status = 'pending'
      and not exists (select from members o where o.workspace_id = ${workspaceId} and o.person_id = ${person.id})
    returning id`.execute(tx)
  await sql`delete from private.invitations where workspace_id = ${workspaceId} and member_id = ${memberId}`.execute(tx)
  if (rows.length === 0) return
  await recordInAuditLog(platform, tx, { workspaceId, personId: person.id }, 'member.joined', memberId)
  await platform.jobs.emit(tx, 'member.joined', {
    workspace_id: workspaceId,
    member_id: memberId,
    person_id: person.id,
  })
}
