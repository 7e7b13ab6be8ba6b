import { sql } from 'kysely'
import { days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Finding, TokenHealth } from '#shared/contracts/channels/channels.contract.ts'
import type { Channel, HealthReport } from '../../channel.ts'
import { askGraph, GraphError } from '../graph.ts'
import type { GraphRefusal } from '../graph-errors.ts'
import { readPageToken } from './page-token.ts'
import { asList, asNumber, asShape, asText, type Shape } from '../shapes.ts'
import { appSecrets } from '../signature.ts'
import { missingFields, subscribe, wantedFields } from './subscription.ts'

const neededScopes = ['pages_messaging', 'pages_manage_metadata']
const deadBy: Record<number, string> = {
  458: 'facebook.app_removed',
  460: 'facebook.password_changed',
  463: 'facebook.token_expired',
}

export async function checkHealth(platform: Platform, channel: Channel): Promise<HealthReport> {
  const token = await readPageToken(platform, channel)
  const since = await tokenSince(platform, channel)
  if (!token) {
    const findings = [reconnect('facebook.token_missing')]
    return { token: { state: 'dead', since, expires_at: null }, subscription: null, threadOwner: null, findings }
  }
  const [judged, subscribed] = await Promise.all([
    judgeToken(platform, token, since),
    checkFields(platform, channel, token),
  ])
  const findings = [...judged.findings, ...subscribed.findings]
  const once = findings.filter((one, at) => findings.findIndex(({ code }) => code === one.code) === at)
  const isDead = once.some(({ repair }) => repair === 'reconnect')
  return {
    token: isDead && judged.token.state === 'unknown' ? { ...judged.token, state: 'dead' } : judged.token,
    subscription: subscribed.missing ? { wanted: wantedFields(platform.config), missing: subscribed.missing } : null,
    threadOwner: null,
    findings: once,
  }
}

export async function repair(platform: Platform, channel: Channel, code: string): Promise<boolean> {
  if (code !== 'facebook.not_subscribed' && code !== 'facebook.fields_missing') return false
  await subscribe(platform, channel)
  return true
}

type Judged = { token: TokenHealth; findings: Finding[] }

async function judgeToken(platform: Platform, token: string, since: string | null): Promise<Judged> {
  const unknown: TokenHealth = { state: 'unknown', since, expires_at: null }
  try {
    const data = await debugToken(platform, token)
    if (!data) return { token: unknown, findings: [] }
    if (data['is_valid'] === false) {
      const subcode = asNumber(asShape(data['error'])?.['subcode']) ?? 0
      return {
        token: { ...unknown, state: 'dead' },
        findings: [reconnect(deadBy[subcode] ?? 'facebook.token_invalid')],
      }
    }
    const ends = asNumber(data['expires_at']) ?? 0
    const expiresAt = ends > 0 ? new Date(ends * 1000) : null
    const isEnding = expiresAt !== null && expiresAt.getTime() - platform.clock.now().getTime() < days(7)
    const ending: Finding = { code: 'facebook.token_ending', level: 'warning', repair: 'reconnect' }
    return {
      token: { state: isEnding ? 'expiring' : 'valid', since, expires_at: expiresAt?.toISOString() ?? null },
      findings: [...(isEnding ? [ending] : []), ...scopeFindings(data)],
    }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    // This call uses the app's token, so a refusal says nothing about the page's.
    return { token: unknown, findings: error.refusal.class === 'retry' ? [notReached] : [] }
  }
}

/**
 * undefined if no app is configured.
 * @throws GraphError
 */
export async function debugToken(platform: Platform, token: string): Promise<Shape | undefined> {
  const { config } = platform
  const [secret] = appSecrets(config)
  if (!config.FACEBOOK_APP_ID || !secret) return undefined
  const { data } = await askGraph(platform, {
    path: 'debug_token',
    query: { input_token: token, access_token: `${config.FACEBOOK_APP_ID}|${secret}` },
  })
  return asShape(data)
}

export function scopesOf(data: Shape | undefined): string[] {
  return asList(data?.['scopes']).flatMap(scope => asText(scope) ?? [])
}

function scopeFindings(data: Shape): Finding[] {
  const scopes = scopesOf(data)
  const missing = scopes.length > 0 ? neededScopes.filter(scope => !scopes.includes(scope)) : []
  return missing.length > 0 ? [{ ...reconnect('facebook.permission_missing'), detail: missing.join(', ') }] : []
}

async function checkFields(
  platform: Platform,
  channel: Channel,
  token: string,
): Promise<{ missing: string[] | null; findings: Finding[] }> {
  try {
    const missing = await missingFields(platform, channel, token)
    const code =
      missing.length === wantedFields(platform.config).length ? 'facebook.not_subscribed' : 'facebook.fields_missing'
    const finding: Finding = { code, level: 'error', repair: 'repair', detail: missing.join(', ') }
    return { missing, findings: missing.length > 0 ? [finding] : [] }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    return { missing: null, findings: [findingOf(error.refusal)] }
  }
}

const notReached: Finding = { code: 'facebook.not_reached', level: 'warning', repair: 'wait' }

function findingOf({ class: kind, code, detail }: GraphRefusal): Finding {
  if (kind === 'reauthorize') return { ...reconnect(code), detail }
  if (kind === 'page_restricted') return { code, level: 'error', repair: 'platform', detail }
  return kind === 'retry' || kind === 'rate_limited'
    ? { ...notReached, detail }
    : { code, level: 'warning', repair: 'none', detail }
}

function reconnect(code: string): Finding {
  return { code, level: 'error', repair: 'reconnect' }
}

async function tokenSince(platform: Platform, { workspaceId, id }: Channel): Promise<string | null> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ token_since: Date }>`select token_since from private.facebook_grants
      where workspace_id = ${workspaceId} and channel_id = ${id}`.execute(tx),
  )
  return rows[0]?.token_since.toISOString() ?? null
}
