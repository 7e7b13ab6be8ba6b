import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { hashSecret, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { hashPassword, passwordFits } from '../passwords/passwords.ts'
import { findUser, type User } from '../users/users.ts'

export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

export const emailChangeKinds: TokenKind[] = ['email_change_current', 'email_change_new']

/** Independent, unlike in the reference: guessing the few digits requires the address, where five tries are counted. */
export type Mailed = { secret: string; code: string }

const maxTries = 5

export const pkcePrefix = 'pkce_'

export async function makeMailed(digits: number, challenge?: string): Promise<Mailed & { codeHash: string }> {
  const code = Array.from({ length: digits }, () => randomInt(10)).join('')
  return { secret: `${challenge ? pkcePrefix : ''}${newSecret()}`, code, codeHash: await hashPassword(code) }
}

/** Stores hashes; voids older mails of the kind. */
export async function saveMailedTokens(
  platform: Platform,
  tx: Tx,
  to: { userId: string; email: string; kind: TokenKind; code_challenge?: string },
  mailed: { secret: string; codeHash: string },
): Promise<void> {
  const now = platform.clock.now()
  const expiresAt = after(now, seconds(platform.config.AUTH_CODE_SECONDS))
  await sql`insert into auth.one_time_tokens (token_hash, user_id, kind, email, code_hash, code_challenge, expires_at, created_at)
    values (${hashSecret(mailed.secret)}, ${to.userId}, ${to.kind}, ${to.email}, ${mailed.codeHash}, ${to.code_challenge ?? null},
      ${expiresAt}, ${now})
    on conflict (user_id, kind) do update set token_hash = excluded.token_hash, email = excluded.email,
      code_hash = excluded.code_hash, code_challenge = excluded.code_challenge, attempts = 0, expires_at = excluded.expires_at, created_at = excluded.created_at`.execute(
    tx,
  )
}

/** Counts one of five tries, races included; takes equal time for unknown addresses. */
export async function tokenOfCode(
  platform: Platform,
  email: string,
  code: string,
  kinds: TokenKind[],
): Promise<string | undefined> {
  const rows = await platform.db.asService(null, async tx => {
    const counted = await sql<{ token_hash: string; code_hash: string }>`update auth.one_time_tokens
      set attempts = attempts + 1
      where lower(email) = ${email} and kind = any (${kinds}) and attempts < ${maxTries} and expires_at > ${platform.clock.now()}
      returning token_hash, code_hash`.execute(tx)
    return counted.rows
  })
  if (rows.length === 0) await passwordFits(code, undefined)
  for (const row of rows) {
    if (await passwordFits(code, row.code_hash)) return row.token_hash
  }
  return undefined
}

export type Spent = { user: User; kind: TokenKind; email: string; challenge: string | null }

/** Single use, also under concurrency. */
export async function spendToken(tx: Tx, tokenHash: string, kinds: TokenKind[], now: Date): Promise<Spent | undefined> {
  const held = await sql<{
    user_id: string
  }>`select user_id from auth.one_time_tokens where token_hash = ${tokenHash}`.execute(tx)
  const userId = held.rows[0]?.user_id
  const user = userId && (await findUser(tx, { id: userId }, 'lock'))
  if (!user) return undefined
  const { rows } = await sql<Omit<Spent, 'user'>>`delete from auth.one_time_tokens where token_hash = ${tokenHash}
    and kind = any (${kinds}) and expires_at > ${now} returning kind, email, code_challenge as challenge`.execute(tx)
  return rows[0] && { user, ...rows[0] }
}

export async function forgetTokens(tx: Tx, userId: string, which: 'all' | 'for signing in'): Promise<void> {
  const stored = which === 'all' ? [] : emailChangeKinds
  await sql`delete from auth.one_time_tokens where user_id = ${userId} and kind <> all (${stored}::text[])`.execute(tx)
}
