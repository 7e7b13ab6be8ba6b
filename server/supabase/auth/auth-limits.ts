import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { blockOf, peerOf } from '#platform/http/peer.ts'
import { limit, type Limit } from '#platform/limits/rate-limit.ts'
import { refuse } from './auth-error.ts'
import { ownersBrowser } from './sessions/known-browsers.ts'

const inFiveMinutes = (max: number): Limit => ({ max, windowMs: minutes(5), burst: 30 })

const perPeer = {
  token: inFiveMinutes(150),
  verify: inFiveMinutes(30),
  signup: inFiveMinutes(30),
  resend: inFiveMinutes(30),
  recover: inFiveMinutes(30),
  otp: inFiveMinutes(30),
  user: inFiveMinutes(30),
  authorize: inFiveMinutes(60),
  callback: inFiveMinutes(60),
  passkey: inFiveMinutes(150),
  factors: { max: 15, windowMs: minutes(1) },
} satisfies Record<string, Limit>

export async function limitPeer(
  platform: Platform,
  request: FastifyRequest,
  call: keyof typeof perPeer,
): Promise<void> {
  await limited(platform, `${call}:${peerOf(request.ip)}`, perPeer[call], 'over_request_rate_limit')
}

export async function limitSignUps(platform: Platform, request: FastifyRequest): Promise<void> {
  const rule = { max: 20, windowMs: hours(1) }
  await limited(platform, `signup-block:${blockOf(request.ip)}`, rule, 'over_request_rate_limit')
}

/** @throws over_email_send_rate_limit, for unknown addresses alike. Strangers cannot use up the count of the owner's browser */
export async function limitMails(
  platform: Platform,
  request: FastifyRequest,
  kind: 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication',
  email: string,
): Promise<void> {
  const gap = { max: 1, windowMs: seconds(platform.config.AUTH_MAIL_GAP_SECONDS) }
  const browser = await ownersBrowser(platform, request, { email })
  const whom = hashSecret(email) + (browser === undefined ? '' : `:${browser}`)
  if (gap.windowMs > 0) await limited(platform, `mail-gap:${kind}:${whom}`, gap, 'over_email_send_rate_limit')
  await limited(platform, `mails:${whom}`, { max: 10, windowMs: hours(1) }, 'over_email_send_rate_limit')
}

const refusals = {
  over_request_rate_limit: () => 'Request rate limit reached',
  over_email_send_rate_limit: (wait: number) =>
    `For security purposes, you can only request this after ${wait} seconds.`,
}

async function limited(platform: Platform, who: string, rule: Limit, code: keyof typeof refusals): Promise<void> {
  if (!platform.config.AUTH_RATE_LIMITS) return
  try {
    await limit(platform, who, rule)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'request.too_many') throw error
    const retryAfter = error.retryAfter ?? 1
    throw refuse(code, refusals[code](retryAfter), { retryAfter })
  }
}

const freeTries = 10
const forgetFreeMs = minutes(5)
const forgetMs = minutes(15)
/** Per account, over all addresses and unknown browsers. */
const fromEverywhere = { max: 300, windowMs: hours(1) }

export type Tries = { email: string; from: string; isOwn: boolean }

export async function triesFrom(
  platform: Platform,
  request: FastifyRequest,
  email: string,
  sessionId?: string,
): Promise<Tries> {
  if (sessionId !== undefined) return { email, from: `session:${sessionId}`, isOwn: true }
  const browser = await ownersBrowser(platform, request, { email })
  return browser === undefined
    ? { email, from: `peer:${peerOf(request.ip)}`, isOwn: false }
    : { email, from: `browser:${browser}`, isOwn: true }
}

/** @throws over_request_rate_limit: ten tries are free, then 10 s to 5 min; by origin, so that nobody locks an owner out */
export async function countTry(platform: Platform, tries: Tries): Promise<void> {
  if (!platform.config.AUTH_RATE_LIMITS) return
  const who = nameOf(tries)
  const now = platform.clock.now()
  const waitMs = await platform.db.asHousekeeper(async tx => {
    // `full_at` minus this span is the time of the last try.
    const { rows } = await sql`insert into private.rate_buckets as b (who, full_at, tries)
      values (${who}, ${after(now, forgetFreeMs)}, 1)
      on conflict (who) do update set
        tries = case when b.full_at <= ${now} then 1 else least(b.tries + 1, 30) end,
        full_at = case when b.full_at > ${now} and b.tries + 1 >= ${freeTries} then ${after(now, forgetMs)}::timestamptz
          else ${after(now, forgetFreeMs)} end
      where b.full_at <= ${now} or b.tries < ${freeTries} or b.full_at <= ${after(now, forgetMs)}::timestamptz
        - least(${seconds(10)} * 2 ^ (b.tries - ${freeTries}), ${minutes(5)}) * interval '1 millisecond'
      returning 1`.execute(tx)
    if (rows.length > 0) return 0
    const stored = await sql<{ tries: number; full_at: Date }>`select tries, full_at from private.rate_buckets
      where who = ${who}`.execute(tx)
    const { tries = 0, full_at: end = now } = stored.rows[0] ?? {}
    return Math.max(1, end.getTime() - forgetMs + growingWait(tries) - now.getTime())
  })
  if (waitMs > 0) {
    throw refuse('over_request_rate_limit', 'Request rate limit reached', { retryAfter: Math.ceil(waitMs / 1000) })
  }
  if (tries.isOwn) return
  await limited(platform, `sign-in-strange:${hashSecret(tries.email)}`, fromEverywhere, 'over_request_rate_limit')
}

export async function forgetTries(platform: Platform, tries: Tries): Promise<void> {
  if (!platform.config.AUTH_RATE_LIMITS) return
  await platform.db.asHousekeeper(tx => sql`delete from private.rate_buckets where who = ${nameOf(tries)}`.execute(tx))
}

function growingWait(used: number): number {
  return Math.min(seconds(10) * 2 ** (used - freeTries), minutes(5))
}

function nameOf({ email, from }: Tries): string {
  return `sign-in:${hashSecret(email)}:${from}`
}
