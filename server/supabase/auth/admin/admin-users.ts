import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/sql/database.ts'
import { hashSecret, isUuid, newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserAnswer } from '../auth.results.ts'
import { namedUser, noSuchUser, requireAdmin } from './admin-bearer.ts'
import { applyAdminChange, readAdminChange } from './admin-fields.ts'
import { check } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { signUpLanguage } from '../sign-up/signup.ts'
import { saveSignUp } from '../sign-up/sign-ups.ts'
import { findUser, fullName, insertUser, madeUser, readUsers, type User, userAnswer } from '../users/users.ts'

/** The client sends an empty one for the default. */
const number = (standard: number, max: number) =>
  z.preprocess(text => (text === '' ? undefined : text), z.coerce.number().int().min(1).max(max).default(standard))
export const userPageQuery = z.object({ page: number(1, 1_000_000), per_page: number(50, 1000) })

/** The client reads the page number from the first digits after `page=` in the Link header. */
export async function listUsers(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ users: UserAnswer[]; aud: 'authenticated' }> {
  await requireAdmin(platform, request)
  const { page, per_page: size } = check(userPageQuery, request.query)
  const { users, total } = await platform.db.asService(null, async tx => {
    const counted = await sql<{
      count: number
    }>`select count(*)::int as count from auth.users where deleted_at is null`.execute(tx)
    return { users: await readUsers(tx, size, (page - 1) * size), total: counted.rows[0]?.count ?? 0 }
  })
  const last = Math.max(1, Math.ceil(total / size))
  const link = (to: number, name: string) => `</admin/users?page=${to}&per_page=${size}>; rel="${name}"`
  reply.header('x-total-count', String(total))
  reply.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
  return { users: users.map(userAnswer), aud: 'authenticated' }
}

export async function createUser(platform: Platform, request: FastifyRequest): Promise<UserAnswer> {
  await requireAdmin(platform, request)
  const input = await readAdminChange(platform, request)
  if (input.email === '') throw refuse('validation_failed', 'Cannot create a user without either an email or phone')
  if (input.id !== '' && !isUuid(input.id)) throw refuse('validation_failed', 'ID must conform to the uuid v4 format')
  const id = input.id || newId()
  const made = await platform.db.asService(null, async tx => {
    if (await idIsTaken(tx, id)) throw refuse('email_exists', 'A user with this id has already been registered')
    const user = await addUser(platform, tx, { ...input, id, data: {} }, request)
    if (!user) throw refuse('email_exists', 'A user with this email address has already been registered')
    await applyAdminChange(platform, tx, user, { ...input, passwordHash: undefined }, request)
    return findUser(tx, { id })
  })
  if (!made) throw noSuchUser()
  return userAnswer(made)
}

async function idIsTaken(tx: Tx, id: string): Promise<boolean> {
  return (await sql`select 1 from auth.users where id = ${id}`.execute(tx)).rows.length > 0
}

type Newcomer = {
  id: string
  email: string
  passwordHash: string | undefined
  data: Record<string, unknown>
  user_metadata?: Record<string, unknown>
}

export async function addUser(
  platform: Platform,
  tx: Tx,
  newcomer: Newcomer,
  request: FastifyRequest,
): Promise<User | undefined> {
  const { id, email, data } = newcomer
  const row = { id, email, data, passwordHash: newcomer.passwordHash ?? null, confirmed: false }
  const now = platform.clock.now()
  if (!(await insertUser(tx, row, now))) return undefined
  await sql`update auth.users set confirmation_sent_at = null where id = ${id}`.execute(tx)
  const metadata = { ...data, ...newcomer.user_metadata }
  const none = { browserHash: null, challenge: null, passwordMark: null, referral: null }
  await saveSignUp(platform, tx, id, { ...none, passwordHash: row.passwordHash, data: metadata })
  await platform.jobs.emit(tx, 'person.signed-up', {
    person_id: id,
    email,
    full_name: fullName({ ...madeUser(row, now), user_metadata: metadata }),
    language: signUpLanguage(metadata, request),
  })
  return findUser(tx, { id }, 'lock')
}

export async function readUser(platform: Platform, request: FastifyRequest): Promise<UserAnswer> {
  await requireAdmin(platform, request)
  const id = namedUser(request)
  const user = await platform.db.asService(null, tx => findUser(tx, { id }))
  if (!user) throw noSuchUser()
  return userAnswer(user)
}

export async function changeUser(platform: Platform, request: FastifyRequest): Promise<UserAnswer> {
  await requireAdmin(platform, request)
  const id = namedUser(request)
  const known = await platform.db.asService(null, tx => findUser(tx, { id }))
  if (!known) throw noSuchUser()
  const input = await readAdminChange(platform, request, known.email)
  const changed = await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id }, 'lock')
    if (user) await applyAdminChange(platform, tx, user, input, request)
    return findUser(tx, { id })
  })
  if (!changed) throw noSuchUser()
  return userAnswer(changed)
}

export const userRemovalBody = z.object({ should_soft_delete: z.boolean().nullish() })

/** Deletes the row, or keeps only a trace without name and address. */
export async function removeUser(platform: Platform, request: FastifyRequest): Promise<Record<string, never>> {
  await requireAdmin(platform, request)
  const id = namedUser(request)
  const { should_soft_delete: soft } = check(userRemovalBody, request.body)
  await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id }, 'lock')
    if (!user) throw noSuchUser()
    await platform.jobs.emit(tx, 'person.deleted', { person_id: id })
    if (!soft) return sql`delete from auth.users where id = ${id}`.execute(tx)
    for (const table of [
      'sessions',
      'one_time_tokens',
      'auth_codes',
      'identities',
      'mfa_factors',
      'mfa_recovery_codes',
      'passkeys',
    ]) {
      await sql`delete from auth.${sql.ref(table)} where user_id = ${id}`.execute(tx)
    }
    return sql`update auth.users set deleted_at = ${platform.clock.now()}, email = ${hashSecret(id + user.email)},
      encrypted_password = null, email_change = null, user_metadata = '{}', app_metadata = '{}' where id = ${id}`.execute(
      tx,
    )
  })
  return {}
}
