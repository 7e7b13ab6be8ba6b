import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import type { FactorAnswer, IdentityAnswer, UserAnswer } from '../auth.results.ts'

type Identity = {
  identity_id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export type Factor = {
  id: string
  friendly_name: string
  factor_type: 'totp'
  status: 'unverified' | 'verified'
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

export type User = {
  id: string
  email: string
  encrypted_password: string | null
  email_confirmed_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  invited_at: Date | null
  email_change: string | null
  email_change_agreed: 'current' | 'new' | null
  email_change_session: string | null
  email_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  banned_until: Date | null
  created_at: Date
  updated_at: Date
  identities: Identity[]
  factors: Factor[]
  passkey_count: number
}

/** @param lock every change locks the account first, so that changes cannot deadlock */
export async function findUser(
  tx: Tx,
  by: { id: string } | { email: string },
  lock?: 'lock',
): Promise<User | undefined> {
  const which = 'id' in by ? sql`u.id = ${by.id}` : sql`lower(u.email) = ${by.email}`
  const { rows } = await sql<User>`${whole} and ${which} ${lock ? sql`for update of u` : sql``}`.execute(tx)
  return rows[0]
}

const whole = sql`select u.id, u.email, u.encrypted_password, u.email_confirmed_at, u.confirmation_sent_at, u.recovery_sent_at, u.invited_at,
  u.email_change, u.email_change_agreed, u.email_change_session, u.email_change_sent_at, u.reauthentication_sent_at, u.last_sign_in_at,
  u.app_metadata, u.user_metadata, u.banned_until, u.created_at, u.updated_at, coalesce((select jsonb_agg(to_jsonb(i) order by i.identity_id)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select jsonb_agg(to_jsonb(f) - array['user_id', 'secret', 'last_step'] order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors,
  (select count(*)::int from auth.passkeys k where k.user_id = u.id) as passkey_count
  from auth.users u where u.deleted_at is null`

export async function readUsers(tx: Tx, limit: number, offset: number): Promise<User[]> {
  const { rows } =
    await sql<User>`${whole} order by u.created_at desc, u.id desc limit ${limit} offset ${offset}`.execute(tx)
  return rows
}

export type NewUser = {
  id: string
  email: string
  /** null: sign-in by mailed links only. */
  passwordHash: string | null
  data: Record<string, unknown>
  confirmed: boolean
}

/** @returns false where the address is taken, also concurrently */
export async function insertUser(tx: Tx, user: NewUser, now: Date): Promise<boolean> {
  if (!(await insertUserRow(tx, user, now))) return false
  const identity = { ...user.data, sub: user.id, email: user.email, email_verified: user.confirmed }
  await sql`insert into auth.identities (identity_id, user_id, provider, provider_id, identity_data, created_at, updated_at)
    values (${newId()}, ${user.id}, 'email', ${user.id}, ${JSON.stringify(identity)}::jsonb, ${now}, ${now})`.execute(
    tx,
  )
  return true
}

export async function insertUserRow(tx: Tx, user: NewUser, now: Date): Promise<boolean> {
  const made = madeUser(user, now)
  const { rows } =
    await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, confirmation_sent_at,
      app_metadata, user_metadata, created_at, updated_at)
    values (${made.id}, ${made.email}, ${made.encrypted_password}, ${made.email_confirmed_at}, ${made.confirmation_sent_at},
      ${JSON.stringify(made.app_metadata)}::jsonb, ${JSON.stringify(made.user_metadata)}::jsonb, ${now}, ${now})
    on conflict (lower(email)) where deleted_at is null do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Also builds the made-up user, so that the two cannot be told apart. */
export function madeUser(user: NewUser, now: Date): User {
  const metadata = { ...withoutOurs(user.data), ...(user.confirmed ? { email_verified: true } : {}) }
  return {
    id: user.id,
    email: user.email,
    encrypted_password: user.passwordHash,
    email_confirmed_at: user.confirmed ? now : null,
    confirmation_sent_at: user.confirmed ? null : now,
    recovery_sent_at: null,
    invited_at: null,
    email_change: null,
    email_change_agreed: null,
    email_change_session: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    banned_until: null,
    created_at: now,
    updated_at: now,
    identities: [emailIdentity(user, now)],
    factors: [],
    passkey_count: 0,
  }
}

/** The official client reads an answer without identities as an address that is taken. */
function emailIdentity(user: NewUser, now: Date): Identity {
  const at = now.toISOString()
  const identity_data = { ...withoutOurs(user.data), sub: user.id, email: user.email, email_verified: user.confirmed }
  const row = { identity_id: newId(), user_id: user.id, provider: 'email', provider_id: user.id, identity_data }
  return { ...row, last_sign_in_at: null, created_at: at, updated_at: at }
}

function withoutOurs({ email_verified: _ours, ...data }: Record<string, unknown>): Record<string, unknown> {
  return data
}

export function isBanned(user: User, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

export function fullName(user: User): string {
  const name = user.user_metadata['full_name']
  return typeof name === 'string'
    ? cleanText(name)
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 120)
    : ''
}

/** What a session opened by a workspace's provider learns of the account: no other ways in, nothing that others put there. */
export function asShopSees(user: User): User {
  return {
    ...user,
    ...{ identities: [], factors: [], email_change: null },
    app_metadata: { provider: 'sso', providers: ['sso'] },
    user_metadata: { full_name: fullName(user) },
  }
}

export function userAnswer(user: User): UserAnswer {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    ...shown('email_confirmed_at', user.email_confirmed_at),
    ...shown('invited_at', user.invited_at),
    phone: '',
    ...shown('confirmation_sent_at', user.confirmation_sent_at),
    ...shown('confirmed_at', user.email_confirmed_at),
    ...shown('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...shown('email_change_sent_at', user.email_change_sent_at),
    ...shown('reauthentication_sent_at', user.reauthentication_sent_at),
    ...shown('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    ...(user.factors.length > 0 ? { factors: user.factors.map(factorAnswer) } : {}),
    identities: user.identities.map(identityAnswer),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...shown('banned_until', user.banned_until),
    is_anonymous: false,
  }
}

export function factorAnswer(factor: Factor): FactorAnswer {
  return {
    id: factor.id,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    status: factor.status,
    created_at: new Date(factor.created_at).toISOString(),
    updated_at: new Date(factor.updated_at).toISOString(),
    ...shown('last_challenged_at', factor.last_challenged_at),
  }
}

function identityAnswer(identity: Identity): IdentityAnswer {
  const { email } = identity.identity_data
  return {
    identity_id: identity.identity_id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...shown('last_sign_in_at', identity.last_sign_in_at),
    created_at: new Date(identity.created_at).toISOString(),
    updated_at: new Date(identity.updated_at).toISOString(),
    ...(typeof email === 'string' && { email }),
  }
}

function shown<Name extends string>(name: Name, at: Date | string | null): { [N in Name]?: string } {
  return at === null ? {} : ({ [name]: new Date(at).toISOString() } as { [N in Name]?: string })
}
