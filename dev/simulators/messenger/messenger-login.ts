import type { VirtualClock } from '../channel-clock.ts'
import type { SimulatedAnswer, SimulatedCall } from '../channel-simulator.ts'
import { graphError } from './messenger-errors.ts'
import type { MessengerWorld, SimulatedPage, SimulatedToken } from './messenger-objects.ts'
import { addToken } from './messenger-world.ts'
import { textOf } from '../text-of.ts'

const hours = (count: number): number => count * 3_600_000
const lifeOf = { short: hours(1), long: 5_183_944_000 } as const
const codeLife = 600_000
const pageSize = 2

type Parts = { world: MessengerWorld; clock: VirtualClock; call: SimulatedCall }

/** GET …/dialog/oauth; `?auto=allow` allows all pages of the first person, or `pages` of `person`; `?auto=cancel` cancels. */
export function dialog({ world, clock, call }: Parts): SimulatedAnswer {
  const { query } = call
  const back = query['redirect_uri'] ?? ''
  const knows = world.app.redirectUris.length === 0 || world.app.redirectUris.includes(back)
  if (query['client_id'] !== world.app.id || !URL.canParse(back) || !knows)
    return { status: 400, body: '<!doctype html><title>Facebook</title><h1>Invalid app ID or redirect address</h1>' }
  if (query['auto'] === 'cancel') return leadBack(back, query, deniedParams)
  if (query['auto'] !== 'allow') return { status: 200, body: dialogPage(world, query) }
  const person = world.people.get(query['person'] ?? '') ?? [...world.people.values()][0]
  if (!person) return leadBack(back, query, deniedParams)
  const pages = query['pages'] ? query['pages'].split(',') : person.pages
  const scopes = query['config_id'] ? undefined : (query['scope'] ?? '').split(/[ ,]+/).filter(Boolean)
  const token = addToken(world, {
    token: world.next(`EAAshort${person.id}x`),
    kind: 'short',
    person: person.id,
    pages: pages.filter(page => person.pages.includes(page)),
    expiresAt: clock.now() + lifeOf.short,
    ...(scopes ? { scopes } : {}),
  })
  const code = world.next('AQDcode')
  world.codes.set(code, { token, redirectUri: back, at: clock.now() })
  return leadBack(back, query, { code })
}

const deniedParams = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
}

function leadBack(back: string, query: Record<string, string>, params: Record<string, string>): SimulatedAnswer {
  const url = new URL(back)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  if (query['state'] !== undefined) url.searchParams.set('state', query['state'])
  return { status: 302, body: '', headers: { location: url.href } }
}

export function tradeToken({ world, clock, call: { query, body } }: Parts): SimulatedAnswer {
  const given = { ...query, ...body } as Record<string, string>
  if (given['client_id'] !== world.app.id || given['client_secret'] !== world.app.secret)
    return graphError(1, undefined, { message: 'Error validating client secret.' })
  if (given['grant_type'] === 'fb_exchange_token') {
    const short = world.tokens.get(given['fb_exchange_token'] ?? '')
    if (!short || !lives(short, clock)) return graphError(190)
    const token = world.next(`EAAlong${short.person}x`)
    addToken(world, { ...short, token, kind: 'long', expiresAt: clock.now() + lifeOf.long })
    return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: lifeOf.long / 1000 } }
  }
  const grant = world.codes.get(given['code'] ?? '')
  world.codes.delete(given['code'] ?? '')
  if (!grant || clock.now() - grant.at > codeLife)
    return graphError(100, 36009, { message: 'This authorization code has been used or has expired.' })
  if (grant.redirectUri !== given['redirect_uri'])
    return graphError(100, 36008, { message: 'Error validating verification code: redirect_uri is not identical.' })
  return { status: 200, body: { access_token: grant.token.token, token_type: 'bearer', expires_in: 3600 } }
}

/** GET …/me/accounts, two pages at a time. Page tokens live as long as the user token allows. */
export function listAccounts({ world, call }: Parts, token: SimulatedToken, url: string): SimulatedAnswer {
  const person = world.people.get(token.person ?? '')
  const sees = (page: SimulatedPage): boolean => !page.business || token.scopes.includes('business_management')
  const listed = token.scopes.includes('pages_show_list') && token.kind !== 'page'
  const pages = (listed ? token.pages : [])
    .filter(id => person?.pages.includes(id))
    .flatMap(id => world.pages.get(id) ?? [])
    .filter(sees)
  const from = Number(call.query['after'] ?? 0)
  const data = pages.slice(from, from + pageSize).map(page => ({
    id: page.id,
    name: page.name,
    access_token: pageTokenOf(world, page, token),
    tasks: page.tasks,
    picture: { data: { url: `${url}/pictures/${page.id}.png` } },
  }))
  const next = new URL(call.path, url)
  for (const [name, value] of Object.entries({ ...call.query, after: String(from + pageSize) }))
    if (name !== 'appsecret_proof') next.searchParams.set(name, value)
  const more = from + pageSize < pages.length
  const cursors = { before: String(from), after: String(from + pageSize) }
  return { status: 200, body: { data, paging: { cursors, ...(more ? { next: next.href } : {}) } } }
}

function pageTokenOf(
  world: MessengerWorld,
  page: SimulatedPage,
  { person, kind, scopes, expiresAt }: SimulatedToken,
): string {
  const token = `EAApage${page.id}of${person}${kind}`
  const expires = kind === 'long' ? undefined : expiresAt
  return addToken(world, { token, kind: 'page', person, page: page.id, scopes, expiresAt: expires }).token
}

export function subscribedApps({ world, call }: Parts, page: SimulatedPage, token: SimulatedToken): SimulatedAnswer {
  if (!token.scopes.includes('pages_manage_metadata'))
    return graphError(200, undefined, { message: '(#200) Requires pages_manage_metadata permission' })
  if (call.method === 'POST') {
    const fields = textOf(call.query['subscribed_fields'] ?? call.body['subscribed_fields'])
    page.subscribed = fields.split(',').filter(Boolean)
    if (page.subscribed.length === 0) return graphError(100)
  }
  if (call.method === 'DELETE') page.subscribed = undefined
  if (call.method !== 'GET') return { status: 200, body: { success: true } }
  const app = { id: world.app.id, name: world.app.name, category: 'Business', subscribed_fields: page.subscribed }
  return { status: 200, body: { data: page.subscribed ? [app] : [] } }
}

export function debugToken({ world, clock, call }: Parts): SimulatedAnswer {
  const asked = call.query['access_token'] ?? call.headers['authorization']?.replace(/^Bearer /, '')
  if (asked !== `${world.app.id}|${world.app.secret}`) return graphError(190)
  const token = world.tokens.get(call.query['input_token'] ?? '')
  const seconds = (time: number | undefined): number => (time === undefined ? 0 : Math.floor(time / 1000))
  const isValid = token !== undefined && lives(token, clock)
  return {
    status: 200,
    body: {
      data: {
        app_id: world.app.id,
        type: token?.kind === 'page' ? 'PAGE' : 'USER',
        application: world.app.name,
        is_valid: isValid,
        ...(isValid ? {} : { error: { code: 190, message: 'Error validating access token', subcode: token?.dead } }),
        expires_at: seconds(token?.expiresAt),
        data_access_expires_at: seconds(clock.now() + hours(24 * 90)),
        scopes: token?.scopes ?? [],
        granular_scopes: (token?.scopes ?? []).map(scope => ({ scope })),
        ...(token?.page ? { profile_id: token.page } : {}),
        ...(token?.person ? { user_id: token.person } : {}),
      },
    },
  }
}

export function lives(token: SimulatedToken, clock: VirtualClock): boolean {
  return token.dead === undefined && (token.expiresAt === undefined || token.expiresAt > clock.now())
}

function dialogPage(world: MessengerWorld, query: Record<string, string>): string {
  const hidden = Object.entries(query)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  const people = [...world.people.values()].map(person => {
    const pages = person.pages.flatMap(id => world.pages.get(id) ?? [])
    const boxes = pages.map(
      ({ id, name }) =>
        `<label><input type="checkbox" value="${id}" checked onchange="choose(this.form)"> ${escapeHtml(name)}</label><br>`,
    )
    return `<form method="get"><fieldset><legend>${escapeHtml(person.name)}</legend>${hidden}
<input type="hidden" name="person" value="${person.id}"><input type="hidden" name="pages" value="${person.pages.join(',')}">
${boxes.join('')}<p><button name="auto" value="allow">Cho phép / Allow</button>
<button name="auto" value="cancel">Huỷ / Cancel</button></p></fieldset></form>`
  })
  return `<!doctype html><html lang="vi"><meta charset="utf-8"><title>Facebook (mô phỏng / simulated)</title>
<style>body{font:16px system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem}fieldset{margin:1rem 0;border:1px solid #ccc}</style>
<h1>${escapeHtml(world.app.name)}</h1><p>Chọn người và trang / choose a person and pages.</p>${people.join('')}
<script>function choose(form){form.pages.value=[...form.querySelectorAll(':checked')].map(box=>box.value).join(',')||'none'}</script></html>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
