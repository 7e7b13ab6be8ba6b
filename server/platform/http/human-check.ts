import { sql } from 'kysely'
import { z } from 'zod'
import type { humanChallenge } from '#shared/contracts/platform.api.ts'
import { isSolved } from '#shared/rules/website/proof-of-work.ts'
import type { Config } from '#server/config.ts'
import { minutes, seconds } from '../clock.ts'
import { isUuid, newId } from '../ids.ts'
import type { Platform } from '../platform.ts'

export type HumanCheckKind = 'turnstile' | 'pow' | 'off'

export function humanCheckKind(config: Config): HumanCheckKind {
  if (config.HUMAN_CHECK === 'off') return 'off'
  return config.TURNSTILE_SITE_KEY && config.TURNSTILE_SECRET_KEY ? 'turnstile' : 'pow'
}

const lifeMs = minutes(5)

/** A form's work is done while it is filled in; `purpose` keeps the challenges apart. */
const works = {
  form: { purpose: 'human check', size: { difficulty: 10, count: 16 } },
  burst: { purpose: 'human check of a burst', size: { difficulty: 12, count: 16 } },
}
type WorkFor = keyof typeof works

const maxTokenLength = 4096
const providerMs = seconds(10)

export type Challenge = z.output<typeof humanChallenge>

export async function giveChallenge(platform: Platform): Promise<Challenge> {
  return challengeFor(platform, 'form')
}

export function challengeFor({ config, tokens }: Platform, what: WorkFor): Challenge {
  const { purpose, size } = works[what]
  const kind = humanCheckKind(config)
  if (kind === 'turnstile') return { kind, challenge: '', site_key: config.TURNSTILE_SITE_KEY }
  if (kind === 'off') return { kind, challenge: '' }
  return { kind, challenge: tokens.seal(purpose, { id: newId(), ...size }, lifeMs), ...size }
}

/** 'unreachable': the provider does not answer, and the check fails closed. */
export type HumanVerdict = 'passed' | 'missing' | 'refused' | 'unreachable'

/** `pow:<challenge>:<nonce>` or Turnstile's token, valid once. `ip`: the address the provider should have seen. */
export async function checkHuman(
  platform: Platform,
  token: string,
  ip: string,
  what: WorkFor = 'form',
): Promise<HumanVerdict> {
  const kind = humanCheckKind(platform.config)
  if (kind === 'off') return 'passed'
  if (token === '') return 'missing'
  if (token.length > maxTokenLength) return 'refused'
  return kind === 'pow' ? checkWork(platform, token, works[what].purpose) : askTurnstile(platform, token, ip)
}

async function checkWork(platform: Platform, token: string, purpose: string): Promise<HumanVerdict> {
  const [scheme, challenge = '', solution = '', ...more] = token.split(':')
  if (scheme !== 'pow' || more.length > 0) return 'refused'
  const fact = platform.tokens.unseal(purpose, challenge)
  if (!fact || !isUuid(fact['id'])) return 'refused'
  const work = { challenge, difficulty: Number(fact['difficulty']), count: Number(fact['count']) }
  if (!isSolved(work, solution)) return 'refused'
  const until = new Date(platform.clock.now().getTime() + lifeMs)
  const { rows } = await platform.db.asService(null, tx =>
    sql`insert into private.used_challenges (id, expires_at) values (${fact['id']}, ${until})
      on conflict do nothing returning id`.execute(tx),
  )
  return rows.length > 0 ? 'passed' : 'refused'
}

const verdict = z.object({ success: z.boolean() })

async function askTurnstile({ config, log }: Platform, token: string, ip: string): Promise<HumanVerdict> {
  try {
    const answer = await fetch(config.TURNSTILE_VERIFY_URL, {
      method: 'POST',
      body: new URLSearchParams({ secret: config.TURNSTILE_SECRET_KEY, response: token, remoteip: ip }),
      redirect: 'error',
      signal: AbortSignal.timeout(providerMs),
    })
    if (answer.status >= 500) throw new Error(`Turnstile answered ${answer.status}.`)
    return verdict.parse(await answer.json()).success ? 'passed' : 'refused'
  } catch (error) {
    log.warn({ error }, 'The human check could not be asked')
    return 'unreachable'
  }
}

/** Expired challenges need no memory: their seal refuses them. */
export async function forgetUsedChallenges(platform: Platform): Promise<void> {
  await platform.db.asService(null, tx =>
    sql`delete from private.used_challenges where expires_at < ${platform.clock.now()}`.execute(tx),
  )
}
