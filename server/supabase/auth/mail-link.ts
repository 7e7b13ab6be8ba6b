import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'
import { linkLetter } from './mails.ts'
import { keepMailed, makeMailed, type TokenKind } from './one-time-tokens.ts'
import { findUser, isBanned, type User } from './users.ts'

export type LinkOrder = { kind: TokenKind; email: string; redirect_to: string; language: Language }

/** The job for a link mail: the same work for the request whether or not the address is somebody's. */
export function linkJob(order: LinkOrder) {
  return { kind: 'mail link', key: `mail link ${order.kind} ${order.email}`, payload: order }
}

/**
 * Makes the token and mails it, here and not in the request: so no token waits in the queue in clear.
 * Run twice, the second mail's link is the one that works.
 */
export async function mailLink(platform: Platform, order: LinkOrder): Promise<void> {
  const mailed = await makeMailed(platform.config.AUTH_CODE_LENGTH)
  const user = await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { email: order.email }, 'lock')
    if (!user || !isDue(user, order.kind, platform.clock.now())) return undefined
    await keepMailed(platform, tx, { userId: user.id, email: user.email, kind: order.kind }, mailed)
    const sentAt = order.kind === 'signup' ? sql`confirmation_sent_at` : sql`recovery_sent_at`
    await sql`update auth.users set ${sentAt} = ${platform.clock.now()} where id = ${user.id}`.execute(tx)
    return user
  })
  if (!user) return
  const query = new URLSearchParams({ token: mailed.secret, type: order.kind, redirect_to: order.redirect_to })
  const link = `${platform.config.publicUrl}/auth/v1/verify?${query.toString()}`
  await platform.mail.send(linkLetter(platform.config, order, user, link, mailed.code))
  if (order.kind === 'signup' && platform.mail.captured && platform.config.LOG_LEVEL !== 'silent') {
    // Without a mail server this line is how the first person gets in.
    console.log(`Confirmation link for the captured mail: ${link}`)
  }
}

function isDue(user: User, kind: TokenKind, now: Date): boolean {
  return kind === 'signup' ? user.email_confirmed_at === null : !isBanned(user, now)
}
