import { buildAuthorizationUrl } from 'openid-client'
import { sql } from 'kysely'
import type { z } from 'zod'
import { minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { peerOf } from '#platform/http/peer.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { Platform } from '#platform/platform.ts'
import { pkceChallenge } from '#platform/secrets/pkce-challenge.ts'
import { constantTimeDelay } from '../constant-time-delay.ts'
import { secretsOf } from '../oauth/flow-states.ts'
import { clientAt, reasonOf } from '../oauth/issuer.ts'
import type { ssoFindBody, SsoProblem } from '#shared/contracts/sso/sso.api.ts'
import { type Connection, providerOf, readConnection, returnAddress } from './connection.ts'
import { saveFlow, type Tester } from './flows.ts'
import { googleIssuer } from './issuers.ts'
import { mailDomainOf } from './mail-domains.ts'

const answerMs = 250
const perPeer = { max: 60, windowMs: minutes(5), burst: 30 }

export async function limitSso(platform: Platform, act: 'find' | 'start' | 'callback', ip: string): Promise<void> {
  if (platform.config.AUTH_RATE_LIMITS) await limit(platform, `sso ${act}:${peerOf(ip)}`, perPeer)
}

/**
 * By the domain alone, so that nobody learns who has an account, and after the same time for all. No provider is asked.
 * @throws sso.unknown_domain
 */
export async function findSso(platform: Platform, { email }: z.output<typeof ssoFindBody>): Promise<{ url: string }> {
  const startedAt = performance.now()
  const [found] = await platform.db.readAsService(
    sql<{ id: string }>`select c.id from private.sso_domains d join sso_connections c on c.workspace_id = d.workspace_id
      join workspaces w on w.id = c.workspace_id and w.deleted_at is null
      where d.domain = ${mailDomainOf(email)} and d.proven_at is not null and c.enabled`,
  )
  await constantTimeDelay(startedAt, answerMs)
  if (!found) throw failure('sso.unknown_domain')
  const url = new URL(`${platform.config.publicUrl}/api/v1/sso/start/${found.id}`)
  url.searchParams.set('email', email)
  return { url: url.href }
}

export type Leaving = { browserHash: string; email?: string | undefined; tester?: Tester }

/** @returns where the browser goes, or why it does not */
export async function providerAddress(
  platform: Platform,
  connection: Connection,
  { browserHash, email, tester }: Leaving,
): Promise<{ url: string } | { problem: SsoProblem }> {
  const provider = await platform.db.asService(connection.workspace_id, tx => providerOf(platform, tx, connection))
  if (!provider) return { problem: 'failed' }
  const client = await clientAt(platform, provider).catch((error: unknown) => {
    platform.log.warn(
      { issuer: connection.issuer, reason: reasonOf(error) },
      'A workspace’s provider cannot be reached',
    )
  })
  if (!client) return { problem: 'failed' }
  const state = await saveFlow(platform, connection, browserHash, tester)
  const { nonce, verifier } = secretsOf(platform, state)
  const url = buildAuthorizationUrl(client, {
    redirect_uri: returnAddress(platform.config, connection.id),
    scope: provider.scopes.join(' '),
    state,
    nonce,
    code_challenge: pkceChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email ? { login_hint: email } : {}),
    ...(email && connection.issuer === googleIssuer ? { hd: mailDomainOf(email) } : {}),
  })
  const { protocol } = url
  return protocol === 'https:' || protocol === new URL(connection.issuer).protocol
    ? { url: url.href }
    : { problem: 'failed' }
}

/** @returns undefined unless sign-in by it is on */
export async function enabledConnection(platform: Platform, id: string): Promise<Connection | undefined> {
  const connection = await platform.db.asService(null, tx => readConnection(tx, { id }))
  return connection?.enabled ? connection : undefined
}
