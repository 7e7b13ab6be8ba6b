import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { languageOf } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { AuthFailure, refuse } from '../auth-error.ts'
import { limitMails } from '../auth-limits.ts'
import { linkJob } from '../email-links/mail-link.ts'
import type { User } from '../users/users.ts'
import type { Arrival } from './external-account.ts'
import { addIdentity, ownerOf } from './identities.ts'
import { browserOf } from '#platform/http/browser-cookie.ts'

/**
 * A mailed link proves the address. The identity joins only in the browser that brought it: writing a foreign address into a profile
 * gains nothing. The refusal is the same for known and unknown addresses.
 */
export async function askForProof(
  platform: Platform,
  request: FastifyRequest,
  { provider, person, flow }: Arrival,
): Promise<AuthFailure> {
  const { email } = person
  const refusal = refuse(
    'provider_email_needs_verification',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )
  if (!platform.config.AUTH_EMAIL) return refusal
  try {
    await limitMails(platform, request, 'magiclink', email)
  } catch (error) {
    if (error instanceof AuthFailure) return refusal
    throw error
  }
  const now = platform.clock.now()
  const until = after(now, seconds(platform.config.AUTH_CODE_SECONDS))
  const language = languageOf(request)
  const order = {
    kind: 'magiclink',
    email,
    redirect_to: flow.redirect_to,
    language,
    newcomer: { full_name: person.data['full_name'], language },
    ...(flow.code_challenge ? { code_challenge: flow.code_challenge } : {}),
  } as const
  await platform.db.asService(null, async tx => {
    await sql`delete from auth.waiting_identities where expires_at <= ${now}`.execute(tx)
    await sql`insert into auth.waiting_identities as w (browser_hash, provider, provider_id, email, identity_data, expires_at)
      values (${flow.browser_hash}, ${provider}, ${person.providerId}, ${email}, ${JSON.stringify(person.data)}::jsonb, ${until})
      on conflict (browser_hash, provider) do update set provider_id = excluded.provider_id, email = excluded.email,
        identity_data = excluded.identity_data, expires_at = excluded.expires_at`.execute(tx)
    await platform.jobs.enqueue(tx, linkJob(order))
  })
  return refusal
}

type Waiting = { provider: string; provider_id: string; identity_data: Record<string, unknown> }

export async function addWaitingIdentities(
  platform: Platform,
  tx: Tx,
  user: User,
  request: FastifyRequest,
): Promise<void> {
  const browser = browserOf(platform.config, request)
  if (browser === undefined) return
  const now = platform.clock.now()
  const { rows } = await sql<Waiting>`delete from auth.waiting_identities
    where browser_hash = ${browser} and email = ${user.email} and expires_at > ${now}
    returning provider, provider_id, identity_data`.execute(tx)
  for (const { provider, provider_id: providerId, identity_data: data } of rows) {
    const arrival = { provider, person: { providerId, data } }
    if ((await ownerOf(tx, arrival)) === undefined) await addIdentity(tx, user.id, arrival, now)
  }
}
