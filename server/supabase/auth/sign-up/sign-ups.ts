import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { browserFromNowOn, browserOf, isBrowser } from '#platform/http/browser-cookie.ts'
import type { Platform } from '#platform/platform.ts'
import type { ReferralSource } from './referral-source.ts'
import type { User } from '../users/users.ts'

/** What somebody set for an address before its owner is known. */
export type SignUp = {
  /** null for a program or a browser without a cookie. */
  browserHash: string | null
  challenge: string | null
  passwordHash: string | null
  passwordMark: string | null
  data: Record<string, unknown>
  referral: ReferralSource | null
}

/** Per address; if the oldest is dropped, its owner chooses a password again. */
const maxWaiting = 5

/** Costs the same for the made-up account of a known address. */
export function signUpOf(
  platform: Platform,
  request: FastifyRequest,
  given: { email: string; password: string; challenge: string | undefined },
): Pick<SignUp, 'browserHash' | 'challenge' | 'passwordMark'> {
  const key = platform.tokens.secretFor('sign-up password')
  const mark = createHmac('sha256', key)
    .update(`${given.email}\0${given.password.normalize('NFC')}`)
    .digest('base64url')
  return {
    browserHash: browserFromNowOn(platform.config, request) ?? null,
    challenge: given.challenge ?? null,
    passwordMark: given.password === '' ? null : mark,
  }
}

export async function saveSignUp(platform: Platform, tx: Tx, userId: string, signUp: SignUp): Promise<void> {
  const { browserHash, challenge, passwordHash, passwordMark, data, referral } = signUp
  await sql`delete from auth.sign_ups where user_id = ${userId} and (browser_hash = ${browserHash}
    or code_challenge = ${challenge} or id in (select id from auth.sign_ups where user_id = ${userId}
      order by id desc offset ${maxWaiting - 1}))`.execute(tx)
  await sql`insert into auth.sign_ups (user_id, browser_hash, code_challenge, encrypted_password, password_mark, user_metadata,
      referral, created_at)
    values (${userId}, ${browserHash}, ${challenge}, ${passwordHash}, ${passwordMark}, ${JSON.stringify(data)}::jsonb,
      ${referral ? JSON.stringify(referral) : null}::jsonb, ${platform.clock.now()})`.execute(tx)
  // For the "not confirmed" answer only; it opens nothing.
  await sql`update auth.users set encrypted_password = ${passwordHash} where id = ${userId}
    and email_confirmed_at is null and ${passwordHash}::text is not null`.execute(tx)
}

export type Chosen = { passwordHash: string | null; data: Record<string, unknown>; referral: ReferralSource | null }

/** `isPasswordLost`: a password was set that may not be the owner's. */
export type Outcome = { chosen: Chosen; isPasswordLost: boolean }

const nothing: Chosen = { passwordHash: null, data: {}, referral: null }

type Row = {
  id: number
  browser_hash: string | null
  code_challenge: string | null
  password_mark: string | null
  encrypted_password: string | null
  user_metadata: Record<string, unknown>
  referral: ReferralSource | null
}

export type Opening = { request: FastifyRequest; leadsHome: boolean; isSignUpMail: boolean; challenge: string | null }

/**
 * The one of the same browser, or the only one where no browser can be compared. All others are dropped, except one that a verifier may
 * still prove. 'never asked': an administrator made the account.
 */
export async function chooseSignUp(
  platform: Platform,
  tx: Tx,
  user: User,
  opening: Opening,
): Promise<Outcome | 'never asked'> {
  const { request, challenge } = opening
  const { rows } =
    await sql<Row>`select id, browser_hash, code_challenge, password_mark, encrypted_password, user_metadata, referral
    from auth.sign_ups where user_id = ${user.id} order by id`.execute(tx)
  await sql`delete from auth.sign_ups where user_id = ${user.id}
    and code_challenge is distinct from ${challenge}::text`.execute(tx)
  if (rows.length === 0) return 'never asked'
  const here = browserOf(platform.config, request)
  const own = here === undefined ? undefined : rows.findLast(row => row.browser_hash === here)
  const newest = rows.at(-1)
  const isOnly = new Set(rows.map(row => row.password_mark ?? row.id)).size === 1
  const maySpeakForIt = opening.isSignUpMail || newest?.password_mark === null
  const isStrict = opening.leadsHome && isBrowser(request)
  const stored = own ?? (isOnly && maySpeakForIt && !isStrict ? newest : undefined)
  if (stored) return { chosen: chosen(stored), isPasswordLost: false }
  // A referral grants nothing, so an uncontested one stays.
  const referral = rows.length === 1 ? (newest?.referral ?? null) : null
  return { chosen: { ...nothing, referral }, isPasswordLost: rows.some(row => row.encrypted_password !== null) }
}

/** The verifier proves the same person. */
export async function takeChallenged(tx: Tx, userId: string, challenge: string): Promise<Chosen | undefined> {
  const { rows } = await sql<Row>`delete from auth.sign_ups where user_id = ${userId} and code_challenge = ${challenge}
    returning id, browser_hash, code_challenge, password_mark, encrypted_password, user_metadata, referral`.execute(tx)
  return rows[0] && chosen(rows[0])
}

function chosen(row: Row): Chosen {
  return { passwordHash: row.encrypted_password, data: row.user_metadata, referral: row.referral }
}
