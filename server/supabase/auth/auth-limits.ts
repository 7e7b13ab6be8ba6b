import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit, type Limit } from '#platform/rate-limit.ts'
import { refuse } from './auth-error.ts'

const perPeer = { token: 150, verify: 30, signup: 30, resend: 30, recover: 30, otp: 30, user: 30 }

/** What one network address may ask for in five minutes. @throws over_request_rate_limit */
export async function limitPeer(
  platform: Platform,
  request: FastifyRequest,
  call: keyof typeof perPeer,
): Promise<void> {
  const most = { most: perPeer[call], windowMs: minutes(5) }
  await limited(platform, `${call}:${peer(request.ip)}`, most, 'over_request_rate_limit')
}

/** Twenty sign-ups in an hour from one block of addresses. @throws over_request_rate_limit */
export async function limitSignUps(platform: Platform, request: FastifyRequest): Promise<void> {
  const most = { most: 20, windowMs: hours(1) }
  await limited(platform, `signup-block:${block(request.ip)}`, most, 'over_request_rate_limit')
}

/**
 * The gap between two mails of a kind, and ten in an hour, counted alike for addresses that are nobody's.
 * @throws over_email_send_rate_limit
 */
export async function limitMails(
  platform: Platform,
  kind: 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication',
  email: string,
): Promise<void> {
  const gap = { most: 1, windowMs: seconds(platform.config.AUTH_MAIL_GAP_SECONDS) }
  const whom = hashSecret(email)
  if (gap.windowMs > 0) await limited(platform, `mail-gap:${kind}:${whom}`, gap, 'over_email_send_rate_limit')
  await limited(platform, `mails:${whom}`, { most: 10, windowMs: hours(1) }, 'over_email_send_rate_limit')
}

const refusals = {
  over_request_rate_limit: () => 'Request rate limit reached',
  over_email_send_rate_limit: (wait: number) =>
    `For security purposes, you can only request this after ${wait} seconds.`,
}

async function limited(platform: Platform, who: string, most: Limit, code: keyof typeof refusals): Promise<void> {
  if (!platform.config.AUTH_RATE_LIMITS) return
  try {
    await limit(platform, who, most)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'request.too_many') throw error
    const retryAfter = error.retryAfter ?? 1
    throw refuse(code, refusals[code](retryAfter), { retryAfter })
  }
}

const freeTries = 10
const triesWindowMs = minutes(5)
const forgetTriesMs = minutes(15)

/**
 * Counts a try to sign in to an account before its password is looked at: ten in five minutes are free, after that each
 * waits longer than the one before, from 10 s to 5 min. Touches no live session.
 * @throws over_request_rate_limit
 */
export async function countTry(platform: Platform, email: string): Promise<void> {
  if (!platform.config.AUTH_RATE_LIMITS) return
  const who = triesOf(email)
  const now = platform.clock.now()
  const waitMs = await platform.db.asService(null, async tx => {
    await sql`insert into private.rate_limits (who, window_start, used) values (${who}, ${now}, 0) on conflict do nothing`.execute(
      tx,
    )
    const { rows } = await sql<{ used: number; window_start: Date }>`select used, window_start from private.rate_limits
      where who = ${who} for update`.execute(tx)
    const { used, window_start: start } = rows[0] ?? { used: 0, window_start: now }
    const isFree = used < freeTries
    const isOver = now >= after(start, isFree ? triesWindowMs : forgetTriesMs)
    const left = isFree || isOver ? 0 : after(start, growingWait(used)).getTime() - now.getTime()
    if (left > 0) return left
    // Among the free ones the window begins with the first; after them it is the time of the last.
    const begins = isOver || used + 1 >= freeTries ? now : start
    await sql`update private.rate_limits set used = ${isOver ? 1 : used + 1}, window_start = ${begins} where who = ${who}`.execute(
      tx,
    )
    return 0
  })
  if (waitMs > 0) {
    throw refuse('over_request_rate_limit', 'Request rate limit reached', { retryAfter: Math.ceil(waitMs / 1000) })
  }
}

/** The right password makes earlier tries forgotten. */
export async function forgetTries(platform: Platform, email: string): Promise<void> {
  if (!platform.config.AUTH_RATE_LIMITS) return
  await platform.db.asService(null, tx =>
    sql`delete from private.rate_limits where who = ${triesOf(email)}`.execute(tx),
  )
}

function growingWait(used: number): number {
  return Math.min(seconds(10) * 2 ** (used - freeTries), minutes(5))
}

function triesOf(email: string): string {
  return `sign-in:${hashSecret(email)}`
}

/** One peer: an IPv4 address, or the /64 that a household gets of IPv6. */
function peer(ip: string): string {
  const plain = ip.replace(/^::ffff:/i, '')
  return plain.includes(':') ? groups(plain, 4) : plain
}

function block(ip: string): string {
  const plain = ip.replace(/^::ffff:/i, '')
  return plain.includes(':') ? groups(plain, 3) : plain.split('.').slice(0, 3).join('.')
}

/** The first groups of an IPv6 address, `::` written out. */
function groups(ip: string, count: number): string {
  const [head = '', tail] = ip.split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...gap, ...last].slice(0, count).join(':')
}
