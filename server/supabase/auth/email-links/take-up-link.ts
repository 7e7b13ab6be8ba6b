import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { issueAuthCode } from '../sessions/auth-codes.ts'
import { refuse } from '../auth-error.ts'
import { agreeToEmailChange } from '../users/change-email.ts'
import { confirmByMail } from '../sign-up/confirm-address.ts'
import { addWaitingIdentities } from '../oauth/waiting-identities.ts'
import { emailChangeKinds, forgetTokens, spendToken, type TokenKind } from './one-time-tokens.ts'
import { type Method, type Opened, openSession } from '../sessions/open-session.ts'
import { isBanned } from '../users/users.ts'

/** 'one of two': the first half of an address change that both addresses must confirm. */
export type TakenUp = { opened: Opened; isPasswordLost: boolean } | { code: string } | 'one of two'

const methods: Record<TokenKind, Method> = {
  signup: 'email/signup',
  magiclink: 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
  reauthentication: 'otp',
}

/** @throws user_banned, email_exists; undefined for a bad token. `way`: only a link may return a code */
export async function takeUp(
  platform: Platform,
  request: FastifyRequest,
  token: { hash: string; kinds: TokenKind[]; way: 'link' | 'call'; leadsHome: boolean },
): Promise<TakenUp | undefined> {
  return platform.db.asService(null, async tx => {
    const spent = await spendToken(tx, token.hash, token.kinds, platform.clock.now())
    if (!spent) return undefined
    const { user, kind, challenge } = spent
    let isPasswordLost = false
    if (isBanned(user, platform.clock.now())) throw refuse('user_banned', 'User is banned')
    if (emailChangeKinds.includes(kind)) {
      const agreed = await agreeToEmailChange(platform, tx, spent, request)
      if (agreed !== 'changed') return agreed === 'one of two' ? agreed : undefined
    } else {
      await forgetTokens(tx, user.id, 'for signing in')
      const opening = { request, leadsHome: token.leadsHome, isSignUpMail: kind === 'signup', challenge }
      isPasswordLost = await confirmByMail(platform, tx, user, opening)
      await addWaitingIdentities(platform, tx, user, request)
    }
    if (token.way === 'link' && challenge) {
      return { code: await issueAuthCode(platform, tx, { userId: user.id, challenge, method: methods[kind] }) }
    }
    return { opened: await openSession(platform, tx, user.id, 'otp', request), isPasswordLost }
  })
}
