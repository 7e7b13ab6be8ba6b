import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { ExternalPerson } from '../oauth/trade-code.ts'
import { type Opened, openSession } from '../sessions/open-session.ts'
import { confirmAddress, settleAccount } from '../sign-up/confirm-address.ts'
import { signUpLanguage } from '../sign-up/signup.ts'
import { findUser, fullName, insertUser, isBanned, type User } from '../users/users.ts'
import type { SsoProblem } from '#shared/contracts/sso/sso.api.ts'
import { recordChange } from './record-change.ts'
import { type Connection, readConnection } from './connection.ts'
import { listDomains } from './domains.ts'
import { judge } from './judge-claims.ts'
import { mailDomainOf } from './mail-domains.ts'

/**
 * A session for this workspace alone. An account is its own: the provider opens it only where it is a member already, and then nothing
 * but this workspace; it makes new ones, but adds none that exists.
 */
export async function admit(
  platform: Platform,
  { workspaceId, version }: { workspaceId: string; version: number },
  person: ExternalPerson,
  request: FastifyRequest,
): Promise<Opened | SsoProblem> {
  try {
    return await platform.db.asService(null, async tx => {
      // Held, so that it is not switched off meanwhile, and nobody joins twice.
      const connection = await readConnection(tx, { workspaceId }, 'hold')
      if (!connection?.enabled || connection.version !== version) return 'off'
      const domains = await provenDomains(tx, workspaceId)
      const problem = judge(connection, domains, person)
      if (problem) return problem
      const user = await userOf(platform, tx, connection, person, request)
      // What was made for somebody who is not let in after all is not there.
      if (typeof user === 'string') throw new NotAdmitted(user)
      if (!domains.includes(mailDomainOf(user.email))) return 'domain'
      const endsAt = after(platform.clock.now(), hours(connection.session_hours))
      return openSession(platform, tx, user.id, 'sso', request, { shop: { workspaceId, endsAt } })
    })
  } catch (error) {
    if (error instanceof NotAdmitted) return error.problem
    if (error instanceof Failure && error.code === 'usage.members_reached') return 'no_seat'
    throw error
  }
}

class NotAdmitted extends Error {
  readonly problem: SsoProblem

  constructor(problem: SsoProblem) {
    super(problem)
    this.name = 'NotAdmitted'
    this.problem = problem
  }
}

export async function provenDomains(tx: Tx, workspaceId: string): Promise<string[]> {
  const domains = await listDomains(tx, workspaceId)
  return domains.flatMap(({ domain, proven_at: provenAt }) => (provenAt ? [domain] : []))
}

/** By the provider's number for the person first; an address finds an account once. */
async function userOf(
  platform: Platform,
  tx: Tx,
  connection: Connection,
  person: ExternalPerson,
  request: FastifyRequest,
): Promise<User | SsoProblem> {
  const { workspace_id: workspaceId } = connection
  const { rows } = await sql<{ person_id: string }>`select person_id from private.sso_people
    where workspace_id = ${workspaceId} and subject = ${person.providerId}`.execute(tx)
  const by = rows[0] ? { id: rows[0].person_id } : { email: person.email }
  const user = await findUser(tx, by, 'lock')
  if (user && isBanned(user, platform.clock.now())) return 'locked'
  if (!user?.email_confirmed_at) return join(platform, tx, connection, person, user, request)
  if (!(await isMember(tx, workspaceId, user.id))) return 'not_member'
  return rows[0] ? user : bind(platform, tx, connection, person, user)
}

async function isMember(tx: Tx, workspaceId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`select from members m join people p on p.id = m.person_id and p.status = 'active'
    where m.workspace_id = ${workspaceId} and m.person_id = ${personId} and m.status = 'active'`.execute(tx)
  return rows.length > 0
}

/** One subject for each member: an address that the provider gives to somebody else opens no colleague's account. */
async function bind(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId }: Connection,
  { providerId }: ExternalPerson,
  user: User,
): Promise<User | SsoProblem> {
  const { rows } = await sql`insert into private.sso_people (workspace_id, subject, person_id, since)
    values (${workspaceId}, ${providerId}, ${user.id}, ${platform.clock.now()})
    on conflict do nothing returning person_id`.execute(tx)
  return rows.length > 0 ? user : 'other_person'
}

/** Somebody new, invited or not. Of an account that nobody has confirmed nothing stays: a stranger may have made it. */
async function join(
  platform: Platform,
  tx: Tx,
  connection: Connection,
  person: ExternalPerson,
  unconfirmed: User | undefined,
  request: FastifyRequest,
): Promise<User | SsoProblem> {
  const { workspace_id: workspaceId } = connection
  const now = platform.clock.now()
  const { rows: invited } = await sql<{ id: string }>`select m.id from members m
      join private.invitations i on i.workspace_id = m.workspace_id and i.member_id = m.id and i.expires_at > ${now}
    where m.workspace_id = ${workspaceId} and m.status = 'pending' and lower(m.email) = ${person.email}`.execute(tx)
  if (!connection.joins && invited.length === 0) return 'not_member'
  if (!platform.config.AUTH_SIGNUP) return 'closed'
  const user = await makeAccount(platform, tx, person, unconfirmed, request)
  if (!user) return 'failed'
  const name = fullName(user)
  await sql`insert into people (id, email, full_name, language, joined_at, email_verified)
    values (${user.id}, ${user.email}, ${name}, ${signUpLanguage(user.user_metadata, request)}, ${now}, true)
    on conflict (id) do update set email_verified = true`.execute(tx)
  const memberId = invited[0]?.id ?? newId()
  const { rows: joined } =
    await sql`insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
    values (${memberId}, ${workspaceId}, ${user.id}, ${user.email}, ${name}, 'member', 'active', ${now})
    on conflict (workspace_id, lower(email)) do update set person_id = excluded.person_id, name = excluded.name,
      status = 'active', joined_at = excluded.joined_at, role = case when ${invited.length > 0} then members.role else 'member' end
    where members.status = 'pending' returning invited_at is null as is_new`.execute(tx)
  if (joined.length === 0) return 'not_member'
  await sql`delete from private.invitations i using members m where m.workspace_id = i.workspace_id and m.id = i.member_id
    and m.workspace_id = ${workspaceId} and m.person_id = ${user.id}`.execute(tx)
  const member = { workspace_id: workspaceId, member_id: memberId }
  const isNew = (joined[0] as { is_new: boolean }).is_new
  // Takes a seat, as an invitation does.
  if (isNew) await platform.jobs.emit(tx, 'member.invited', member)
  await recordChange(platform, tx, { workspaceId, personId: user.id }, 'member.joined', memberId, { by: 'sso' })
  await platform.jobs.emit(tx, 'member.joined', { ...member, person_id: user.id })
  return bind(platform, tx, connection, person, user)
}

async function makeAccount(
  platform: Platform,
  tx: Tx,
  { email, data }: ExternalPerson,
  unconfirmed: User | undefined,
  request: FastifyRequest,
): Promise<User | undefined> {
  const language = signUpLanguage({}, request)
  const metadata = { ...(data['full_name'] ? { full_name: data['full_name'] } : {}), language }
  if (unconfirmed) {
    await sql`delete from auth.sign_ups where user_id = ${unconfirmed.id}`.execute(tx)
    const settled = await settleAccount(platform, tx, unconfirmed, {
      passwordHash: null,
      data: metadata,
      referral: null,
    })
    // As one who was invited: no shop of their own is opened.
    await confirmAddress(platform, tx, { ...settled, invited_at: platform.clock.now() }, request)
    return findUser(tx, { id: unconfirmed.id })
  }
  const id = newId()
  const made = { id, email, passwordHash: null, data: metadata, confirmed: true }
  // Made by somebody else meanwhile: the next try finds it.
  if (!(await insertUser(tx, made, platform.clock.now()))) return undefined
  const user = await findUser(tx, { id })
  if (!user) return undefined
  const signed = { person_id: id, email, full_name: fullName(user), language }
  await platform.jobs.emit(tx, 'person.signed-up', signed)
  await platform.jobs.emit(tx, 'person.confirmed', { ...signed, invitation: true })
  return user
}
