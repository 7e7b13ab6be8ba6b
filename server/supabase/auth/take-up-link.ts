import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import { issueAuthCode } from './auth-codes.ts'
import { refuse } from './auth-error.ts'
import { agreeToEmailChange } from './change-email.ts'
import { confirmAddress } from './confirm-address.ts'
import { addWaitingIdentities } from './oauth/waiting-identities.ts'
import { emailChangeKinds, forgetTokens, type Spent, spendToken, type TokenKind } from './one-time-tokens.ts'
import { type Method, type Opened, openSession } from './open-session.ts'
import { isBanned } from './users.ts'

/** A session; a code to trade for one; or, of a change that two addresses must agree to, the first half. */
export type TakenUp = { opened: Opened } | { code: string } | 'one of two'

const methods: Record<TokenKind, Method> = {
  signup: 'email/signup',
  magiclink: 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
  reauthentication: 'otp',
}

/**
 * Spends a token and does what its mail was for.
 * @param way a link may lead back with a code, where its request named a challenge; a call gets the session itself
 * @returns undefined where the token is not good
 * @throws user_banned, email_exists
 */
export async function takeUp(
  platform: Platform,
  request: FastifyRequest,
  token: { hash: string; kinds: TokenKind[]; way: 'link' | 'call' },
): Promise<TakenUp | undefined> {
  return platform.db.asService(null, async tx => {
    const spent = await spendToken(tx, token.hash, token.kinds, platform.clock.now())
    if (!spent) return undefined
    const { user, kind, challenge } = spent
    if (isBanned(user, platform.clock.now())) throw refuse('user_banned', 'User is banned')
    if (emailChangeKinds.includes(kind)) {
      const agreed = await agreeToEmailChange(platform, tx, spent, request)
      if (agreed !== 'changed') return agreed === 'one of two' ? agreed : undefined
    } else {
      await confirm(platform, tx, spent, request)
      await addWaitingIdentities(platform, tx, user, request)
    }
    if (token.way === 'link' && challenge) {
      return { code: await issueAuthCode(platform, tx, { userId: user.id, challenge, method: methods[kind] }) }
    }
    return { opened: await openSession(platform, tx, user.id, 'otp', request) }
  })
}

/** Whoever reads the mailbox owns the address. */
async function confirm(platform: Platform, tx: Tx, { user, kind }: Spent, request: FastifyRequest): Promise<void> {
  await forgetTokens(tx, user.id, 'for signing in')
  if (!user.email_confirmed_at && kind !== 'signup') {
    // A password that stood here before is of whoever typed the address at sign-up, and that need not be its owner.
    await sql`update auth.users set encrypted_password = null where id = ${user.id}`.execute(tx)
  }
  await confirmAddress(platform, tx, user, request)
}
