import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { after, hours, minutes } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { Config } from '#server/config.ts'
import type { FacebookError } from '#shared/contracts/channels/facebook.contract.ts'
import { type Initiator, stillSignedIn } from '../../connections/initiating-browser.ts'
import { type OfferedAccount, readAdAccounts } from '../marketing/ad-accounts.ts'
import { askGraph, GraphError, listGraph } from '../graph.ts'
import { hashOf, savePageGrant, type OfferedPage } from './page-grant.ts'
import { debugToken, scopesOf } from './page-health.ts'
import { asId, asList, asText, type Shape } from '../shapes.ts'
import { appSecrets } from '../signature.ts'

/** business_management: without it a business's pages are not listed. pages_read_engagement: for the history. */
const defaultScopes = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
]

export function askedScopes(config: Config): string[] {
  const { FACEBOOK_UTILITY_PERMISSION: templates, FACEBOOK_MARKETING_PERMISSION: marketing } = config
  return [...defaultScopes, ...(templates ? [templates] : []), ...(marketing ? ['ads_management', marketing] : [])]
}

export type CallbackQuery = Record<string, unknown>
export type Landing = { pick: string } | { error: FacebookError }

const stateLife = minutes(10)

/** @throws facebook.not_configured, request.too_many. The state is bound to person, workspace, browser and session, and works once */
export async function startSignIn(platform: Platform, caller: Caller, beginner: Initiator): Promise<{ url: string }> {
  const { config, clock } = platform
  if (!config.FACEBOOK_APP_ID || appSecrets(config).length === 0) throw failure('facebook.not_configured')
  await limit(platform, `facebook start:${caller.workspaceId}`, { max: 60, windowMs: hours(1) })
  const state = randomBytes(32).toString('base64url')
  await platform.db.asService(caller.workspaceId, tx =>
    sql`insert into private.facebook_starts (state_hash, workspace_id, person_id, expires_at, browser_hash, session_id, aal)
      values (${hashOf(state)}, ${caller.workspaceId}, ${caller.personId}, ${after(clock.now(), stateLife)},
        ${beginner.browserHash}, ${beginner.sessionId}, ${beginner.aal})`.execute(tx),
  )
  const url = new URL(`${config.META_DIALOG_BASE_URL}/${config.META_GRAPH_VERSION}/dialog/oauth`)
  const asked = config.FACEBOOK_CONFIG_ID
    ? { config_id: config.FACEBOOK_CONFIG_ID }
    : { scope: askedScopes(config).join(',') }
  const params = { client_id: config.FACEBOOK_APP_ID, redirect_uri: callbackOf(platform), state, response_type: 'code' }
  for (const [name, value] of Object.entries({ ...params, ...asked })) url.searchParams.set(name, value)
  return { url: url.href }
}

/** Only this browser gets the result's secret and only the initiator may use it: luring others through the dialog gains nothing. */
export async function finishSignIn(
  platform: Platform,
  query: CallbackQuery,
  browserHash: string | undefined,
): Promise<Landing> {
  const started = browserHash && (await spendState(platform, query['state'], browserHash))
  if (!started) return { error: 'expired' }
  const code = asText(query['code'])
  if (!code) return { error: query['error'] === 'access_denied' ? 'cancelled' : 'failed' }
  try {
    return { pick: await savePageGrant(platform, started, await readGrant(platform, code)) }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    platform.log.warn({ why: error.message, workspaceId: started.workspaceId }, 'A Facebook sign-in failed')
    return { error: 'failed' }
  }
}

export type Started = { workspaceId: string; personId: string }

/** Single use, whatever the outcome. */
async function spendState(platform: Platform, state: unknown, browserHash: string): Promise<Started | undefined> {
  if (typeof state !== 'string' || state.length > 200) return undefined
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ workspace_id: string; person_id: string; expires_at: Date; signed_in: boolean }>`
      delete from private.facebook_starts s where state_hash = ${hashOf(state)} and browser_hash = ${browserHash}
      returning workspace_id, person_id, expires_at, ${stillSignedIn(platform, 's')} as signed_in`.execute(tx),
  )
  const [row] = rows
  if (!row?.signed_in || row.expires_at <= platform.clock.now()) return undefined
  return { workspaceId: row.workspace_id, personId: row.person_id }
}

export type Grant = {
  facebookPersonId: string
  scopes: string[]
  pages: OfferedPage[]
  token: string
  adAccounts: OfferedAccount[]
}

/** Exchange for a long-lived token before reading pages: page tokens inherit its lifetime. */
async function readGrant(platform: Platform, code: string): Promise<Grant> {
  const { config } = platform
  const app = { client_id: config.FACEBOOK_APP_ID, client_secret: appSecrets(config)[0] ?? '' }
  const trade = async (query: Record<string, string>): Promise<string> =>
    tokenIn(await askGraph(platform, { path: 'oauth/access_token', query: { ...app, ...query } }))
  const short = await trade({ redirect_uri: callbackOf(platform), code })
  const token = await trade({ grant_type: 'fb_exchange_token', fb_exchange_token: short })
  const { id } = await askGraph(platform, { path: 'me', query: { fields: 'id' }, token })
  const scopes = scopesOf(await debugToken(platform, token))
  const pages: OfferedPage[] = []
  const query = { fields: 'id,name,access_token,tasks,picture', limit: '100' }
  for await (const shape of listGraph(platform, { path: 'me/accounts', query, token })) {
    const page = readPage(shape)
    if (page) pages.push(page)
  }
  const adAccounts = await readAdAccounts(platform, token)
  return { facebookPersonId: asId(id) ?? '', scopes, pages, token: adAccounts.length > 0 ? token : '', adAccounts }
}

function tokenIn(body: Shape): string {
  const token = asText(body['access_token'])
  if (token) return token
  throw new GraphError({ class: 'permanent', code: 'facebook.unknown', detail: 'an answer without a token' })
}

function readPage(shape: Shape): OfferedPage | undefined {
  const [id, token] = [asId(shape['id']), asText(shape['access_token'])]
  if (!id) return undefined
  const tasks = Array.isArray(shape['tasks']) ? asList(shape['tasks']).map(String) : ['MESSAGING']
  const mayAnswer = token !== undefined && tasks.includes('MESSAGING')
  return { id, name: (asText(shape['name']) ?? id).slice(0, 200), token: token ?? '', mayAnswer }
}

function callbackOf({ config }: Platform): string {
  return `${config.publicUrl}/api/v1/channels/facebook/callback`
}

export async function forgetOldSignIns(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    await sql`delete from private.facebook_starts where expires_at < ${now}`.execute(tx)
    await sql`delete from private.facebook_picks where expires_at < ${now}`.execute(tx)
  })
}
