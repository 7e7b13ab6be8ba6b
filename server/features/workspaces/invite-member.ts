import type { inviteBody } from '#shared/contracts/workspaces.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Caller, requireOwnSignIn } from '#platform/http/caller.ts'
import { after, days, hours, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { hashSecret, newId, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { MemberStatus, Role } from '#shared/words.ts'
import { invitationEmail } from './invitation-email.ts'
import { recordInAuditLog } from './record-in-audit-log.ts'

const goodFor = days(7)
const mailGap = seconds(60)
const maxPerHour = 30

type Pending = { id: string; email: string; role: Role; status: MemberStatus; invited_at: Date }

/**
 * A pending member takes a seat.
 * @throws auth.own_sign_in_needed for an admin, team.already_member, team.already_invited, usage.members_reached
 */
export async function inviteMember(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof inviteBody>,
): Promise<Pending> {
  if (input.role === 'admin') requireOwnSignIn(caller)
  await limitMails(platform, caller)
  const { workspaceId } = caller
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<Pending>`
      insert into members (id, workspace_id, email, role, status, invited_at)
      values (${newId()}, ${workspaceId}, ${input.email}, ${input.role}, 'pending', ${now})
      on conflict (workspace_id, lower(email)) do nothing
      returning id, email, role, status, invited_at`.execute(tx)
    const [member] = rows
    if (!member) throw await whyNot(tx, workspaceId, input.email)
    await recordInAuditLog(platform, tx, caller, 'member.invited', member.id, { role: input.role })
    await platform.jobs.emit(tx, 'member.invited', { workspace_id: workspaceId, member_id: member.id })
    await mailLink(platform, tx, caller, member)
    return member
  })
}

/**
 * Invalidates the old link.
 * @throws request.not_found, team.mailed_just_now
 */
export async function inviteAgain(platform: Platform, caller: Caller, { id }: { id: string }): Promise<Pending> {
  await limitMails(platform, caller)
  const { workspaceId } = caller
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<Pending>`select id, email, role, status, invited_at from members
      where workspace_id = ${workspaceId} and id = ${id} and status = 'pending' and invited_at is not null for no key update`.execute(
      tx,
    )
    const [member] = rows
    if (!member) throw failure('request.not_found')
    if (member.invited_at > after(now, -mailGap)) throw failure('team.mailed_just_now')
    await sql`update members set invited_at = ${now} where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    await mailLink(platform, tx, caller, member)
    return { ...member, invited_at: now }
  })
}

async function whyNot(tx: Tx, workspaceId: string, email: string): Promise<Error> {
  const { rows } = await sql<{ status: string }>`select status from members
    where workspace_id = ${workspaceId} and lower(email) = lower(${email})`.execute(tx)
  return failure(rows[0]?.status === 'active' ? 'team.already_member' : 'team.already_invited')
}

async function mailLink(platform: Platform, tx: Tx, caller: Caller, member: Pending): Promise<void> {
  const { workspaceId, personId } = caller
  const now = platform.clock.now()
  const secret = newSecret()
  const expiresAt = after(now, goodFor)
  await sql`insert into private.invitations (token_hash, workspace_id, member_id, invited_by, created_at, expires_at)
    values (${hashSecret(secret)}, ${workspaceId}, ${member.id}, ${personId}, ${now}, ${expiresAt})
    on conflict (workspace_id, member_id) do update set token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(tx)
  const { rows } = await sql<{ workspace: string; inviter: string; language: 'vi' | 'en' }>`
    select w.name as workspace, w.language, coalesce((select full_name from people where id = ${personId}), '') as inviter
    from workspaces w where w.id = ${workspaceId}`.execute(tx)
  const [invitation] = rows
  if (!invitation) throw failure('request.not_found')
  const link = `${platform.config.publicUrl}/auth?invitation=${secret}`
  const email = invitationEmail(platform.config, { ...invitation, email: member.email, link })
  await platform.jobs.enqueue(tx, { kind: 'send mail', payload: email })
}

/** Limits mails to strangers. */
function limitMails(platform: Platform, { workspaceId }: Caller): Promise<void> {
  return limit(platform, `invite:${workspaceId}`, { max: maxPerHour, windowMs: hours(1) })
}
