import type { Deliveries } from '../channel-deliveries.ts'
import type { SimulatedPlatform } from '../channel-simulator.ts'
import type { ZaloActs } from './zalo-acts.ts'
import type { ZaloAccount, ZaloUser, ZaloWorld } from './zalo-objects.ts'
import { accountOf, issueTokens, userOf } from './zalo-world.ts'
import { textOf } from '../text-of.ts'

type Controlled = {
  world: ZaloWorld
  deliveries: Deliveries
  webhook: { enabled: boolean }
  acts: ZaloActs
  page(): string
}
type Loaded = {
  app?: Partial<ZaloWorld['app']>
  oas?: (Partial<ZaloAccount> & { id: string })[]
  users?: (Partial<ZaloUser> & { id: string })[]
  tokens?: { access_token: string; refresh_token: string; oa_id: string; expires_in?: number }[]
  webhook_url?: string
}

export function zaloControl({ world, deliveries, webhook, acts, page }: Controlled): SimulatedPlatform['control'] {
  return {
    'POST load': body => load(world, deliveries, body as Loaded),
    'POST user-message': body => acts.say(body as never),
    'POST staff-message': body => acts.answerAsStaff(body as never),
    'POST follow': body => acts.follow(body as never),
    'POST unfollow': body => acts.unfollow(body as never),
    'POST seen': body => acts.seen(body as never),
    'POST submit-info': body => acts.submitInfo(body as never),
    'POST act': body => acts.act(body as never),
    'POST anonymous-message': body => acts.sayAnonymously(body as never),
    'POST template-receipt': body => acts.templateReceipt(body as never),
    'POST templates': body => acts.template(body as never),
    'POST plan': body => acts.plan(body),
    'POST prices': body => prices(world, body),
    'POST event': ({ raw }) => deliveries.sendRaw(Buffer.from(typeof raw === 'string' ? raw : JSON.stringify(raw))),
    'POST tokens': ({ oa }) => pairFor(world, textOf(oa ?? [...world.oas.keys()][0])),
    'POST revoke': body => revoke(world, body),
    'POST webhook'({ url, enabled }) {
      if (typeof url === 'string') deliveries.url = url || undefined
      if (typeof enabled === 'boolean') webhook.enabled = enabled
      return { url: deliveries.url ?? '', enabled: webhook.enabled }
    },
    'GET deliveries': () => ({ deliveries: deliveries.list }),
    'GET state': () => ({
      app: world.app,
      oas: [...world.oas.values()],
      users: [...world.users.values()],
      messages: world.messages,
      billed: world.billed,
      templates: [...world.templates.values()],
      charged: world.charged,
      refreshes: world.refreshes,
      webhook: { url: deliveries.url ?? '', enabled: webhook.enabled },
    }),
    'GET chat': page,
  }
}

function load(world: ZaloWorld, deliveries: Deliveries, loaded: Loaded): void {
  Object.assign(world.app, loaded.app)
  for (const oa of loaded.oas ?? []) world.oas.set(oa.id, accountOf(oa))
  for (const user of loaded.users ?? []) world.users.set(user.id, userOf(user))
  for (const { expires_in, ...token } of loaded.tokens ?? []) {
    const now = world.now()
    const expires_at = now + (expires_in ?? 90_000) * 1000
    world.tokens.push({ ...token, issued_at: now, expires_at, refresh_used: false, revoked: false })
  }
  if (loaded.webhook_url !== undefined) deliveries.url = loaded.webhook_url || undefined
}

function prices(world: ZaloWorld, { id, uid, sdt }: Record<string, unknown>) {
  const template = world.templates.get(textOf(id))
  if (!template) throw new Error('no such template')
  const { price_uid: _uid, price_sdt: _sdt, ...rest } = template
  const changed = {
    ...rest,
    ...(typeof uid === 'number' ? { price_uid: uid } : {}),
    ...(typeof sdt === 'number' ? { price_sdt: sdt } : {}),
  }
  world.templates.set(template.id, changed)
  return changed
}

/** Tokens as after a consent, for those who paste them. */
function pairFor(world: ZaloWorld, oaId: string): object {
  if (!world.oas.has(oaId)) throw new Error(`no account ${oaId}`)
  const { access_token, refresh_token } = issueTokens(world, oaId)
  return { access_token, refresh_token, oa_id: oaId }
}

function revoke(world: ZaloWorld, { token, oa, app }: Record<string, unknown>): void {
  for (const one of world.tokens) {
    const isMeant = app === true || one.oa_id === oa || one.access_token === token || one.refresh_token === token
    if (isMeant) one.revoked = true
  }
  for (const account of world.oas.values()) if (app === true || account.id === oa) account.authorised = false
}
