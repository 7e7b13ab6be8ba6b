import type { startBody } from '#shared/contracts/channels/channels.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { after, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { hashSecret, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { lastingKey } from '#platform/secrets/lasting-keys.ts'
import { pkceChallenge } from '#platform/secrets/pkce-challenge.ts'
import { type Initiator, stillSignedIn } from '../../connections/initiating-browser.ts'
import { readChannel } from '../../channel-row.ts'

/** As long as a code of Zalo's. */
const lifeMs = minutes(10)
const starts = { max: 30, windowMs: minutes(10) }
const cookiePurpose = 'zalo consent'
export const cookieName = 'sen-zalo-consent'

export const callbackPath = '/api/v1/channels/zalo/callback'
/** Must be registered in Zalo's console exactly; otherwise error -14003. */
export function callbackUrl(platform: Platform): string {
  return platform.config.publicUrl + callbackPath
}

export type Started = { url: string; cookie: string }

/**
 * The state is single-use, for ten minutes, bound to person, workspace, browser and session.
 * @throws zalo.not_configured, request.not_found
 */
export async function startConsent(
  platform: Platform,
  caller: Caller,
  beginner: Initiator,
  input: z.output<typeof startBody>,
): Promise<Started> {
  const { config, clock } = platform
  if (!config.ZALO_APP_ID || !config.ZALO_APP_SECRET) throw failure('zalo.not_configured')
  const { workspaceId, personId } = caller
  await limit(platform, `zalo consent:${workspaceId}`, starts)
  const state = newSecret()
  const hash = hashSecret(state)
  const verifier = await verifierFor(platform)
  const locked = verifier === undefined ? null : platform.secrets.lock(verifier, aboutOf(hash))
  await platform.db.asService(workspaceId, async tx => {
    const again = input.channel_id && (await readChannel(tx, workspaceId, input.channel_id))
    if (input.channel_id && (!again || again.kind !== 'zalo')) throw failure('request.not_found')
    await sql`delete from private.zalo_consents where expires_at < ${clock.now()}`.execute(tx)
    await sql`insert into private.zalo_consents (state_hash, workspace_id, person_id, channel_id, verifier, expires_at,
        browser_hash, session_id, aal)
      values (${hash}, ${workspaceId}, ${personId}, ${input.channel_id ?? null}, ${locked}, ${after(clock.now(), lifeMs)},
        ${beginner.browserHash}, ${beginner.sessionId}, ${beginner.aal})`.execute(tx)
  })
  const url = new URL(`${config.ZALO_OAUTH_BASE_URL}/v4/oa/permission`)
  url.searchParams.set('app_id', config.ZALO_APP_ID)
  url.searchParams.set('redirect_uri', callbackUrl(platform))
  if (verifier !== undefined) url.searchParams.set('code_challenge', pkceChallenge(verifier))
  url.searchParams.set('state', state)
  return { url: url.href, cookie: platform.tokens.seal(cookiePurpose, { state }, lifeMs) }
}

/** Sources disagree: a pair per consent, or one challenge registered in Zalo's console. */
async function verifierFor(platform: Platform): Promise<string | undefined> {
  const mode = platform.config.ZALO_PKCE_MODE
  if (mode === 'none') return undefined
  return mode === 'static' ? staticVerifier(platform) : newSecret()
}

export async function staticChallenge(platform: Platform): Promise<string> {
  return pkceChallenge(await staticVerifier(platform))
}

function staticVerifier(platform: Platform): Promise<string> {
  return platform.db.asService(null, tx => lastingKey(platform, tx, cookiePurpose))
}

export type Consent = {
  workspaceId: string
  personId: string
  accountId: string | undefined
  verifier: string | undefined
}

/** Other browsers do not use it up; undefined also if the initiator signed out or is no admin any more. */
export async function spendState(
  platform: Platform,
  tx: Tx,
  { state, browserHash }: { state: string; browserHash: string },
): Promise<Consent | undefined> {
  const hash = hashSecret(state)
  const { rows } = await sql<{
    workspace_id: string
    person_id: string
    verifier: string | null
    account_id: string | null
    in_time: boolean
    signed_in: boolean
    admin: boolean
  }>`
    with spent as (delete from private.zalo_consents where state_hash = ${hash} and browser_hash = ${browserHash} returning *)
    select s.workspace_id, s.person_id, s.verifier, s.expires_at > ${platform.clock.now()} as in_time, ${stillSignedIn(platform, 's')} as signed_in,
      (select account_id from channels c where c.workspace_id = s.workspace_id and c.id = s.channel_id) as account_id,
      exists (select from members m join workspaces w on w.id = m.workspace_id where m.workspace_id = s.workspace_id
        and m.person_id = s.person_id and m.role = 'admin' and m.status = 'active' and w.deleted_at is null) as admin
    from spent s`.execute(tx)
  const row = rows[0]
  if (!row?.in_time || !row.signed_in || !row.admin) return undefined
  const verifier = row.verifier === null ? undefined : platform.secrets.open(row.verifier, aboutOf(hash))
  return { workspaceId: row.workspace_id, personId: row.person_id, accountId: row.account_id ?? undefined, verifier }
}

export function stateInCookie(platform: Platform, header: string | undefined): string | undefined {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]+)`).exec(header ?? '')?.[1]
  const state = value && platform.tokens.unseal(cookiePurpose, value)?.['state']
  return typeof state === 'string' ? state : undefined
}

function aboutOf(hash: string): string {
  return `zalo consent ${hash}`
}
