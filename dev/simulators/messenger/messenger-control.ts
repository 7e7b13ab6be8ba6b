import type { VirtualClock } from '../channel-clock.ts'
import type { Deliveries } from '../channel-deliveries.ts'
import type { Faults } from '../channel-faults.ts'
import type { SimulatedPlatform } from '../channel-simulator.ts'
import { chatPage } from './messenger-chat-page.ts'
import { notifySent } from './messenger-send.ts'
import { optIn } from './messenger-subscriptions.ts'
import { decide, putTemplate } from './messenger-templates.ts'
import { escapeLikeMeta, signedRequest, sendEvent } from './messenger-webhooks.ts'
import type { MessengerWorld, SimulatedMessage } from './messenger-objects.ts'
import { load, type MessengerLoad, pageInboxAppId, threadOf } from './messenger-world.ts'
import { textOf } from '../text-of.ts'

export type ControlParts = { world(): MessengerWorld; clock: VirtualClock; faults: Faults; webhooks: Deliveries }
type Body = Record<string, unknown>

export function messengerControl(parts: ControlParts): SimulatedPlatform['control'] {
  const { world, webhooks } = parts
  return {
    async 'POST load'(body) {
      load(world(), body as MessengerLoad)
      const hook = body['webhook'] as { url: string; verify_token: string } | undefined
      if (hook) await registerWebhook(webhooks, hook)
    },
    'POST webhook': body => registerWebhook(webhooks, body as { url: string; verify_token: string }),
    'POST user-message': body => userMessage(parts, body),
    'POST staff-message': body => staffMessage(parts, body),
    async 'POST event'(body) {
      const { raw } = body
      await webhooks.sendRaw(Buffer.from(typeof raw === 'string' ? raw : escapeLikeMeta(JSON.stringify(raw))))
    },
    async 'POST templates'(body) {
      const template = putTemplate(world(), body as Parameters<typeof putTemplate>[1])
      await decide({ world: world(), clock: parts.clock, webhooks }, template.id, template.status, template.reason)
      return template
    },
    'POST opt-in': body => optIn({ ...parts, world: world() }, body),
    'GET tokens': () => ({ tokens: [...world().subscriptions.values()] }),
    'POST tokens': body => Object.assign(world().subscriptions.get(textOf(body['token'])) ?? {}, body),
    'POST ad-accounts': body => Object.assign(world().adAccounts.get(textOf(body['id'])) ?? {}, body),
    'POST pass-thread': body => passThread(parts, body),
    'GET deliveries': () => ({ deliveries: webhooks.list }),
    'POST revoke': body => revoke(parts, body),
    'POST data-deletion': async body => {
      const { app } = world()
      return callBack(parts, app.dataDeletionUrl, textOf(body['person']))
    },
    'GET state': () => stateOf(world()),
    'GET thread': (_body, query) => ({ thread: threadOf(world(), query['page'] ?? '', query['user'] ?? '') }),
    'GET chat': (_body, query) => chatPage(world(), query),
  }
}

export async function registerWebhook(
  webhooks: Deliveries,
  { url, verify_token: token }: { url: string; verify_token: string },
): Promise<void> {
  const challenge = '1158201444'
  const asked = new URL(url)
  asked.searchParams.set('hub.mode', 'subscribe')
  asked.searchParams.set('hub.verify_token', token)
  asked.searchParams.set('hub.challenge', challenge)
  const answer = await fetch(asked)
  const text = await answer.text()
  if (answer.status !== 200 || text !== challenge)
    throw new Error(`The URL couldn't be validated: ${answer.status} ${text.slice(0, 100)}`)
  webhooks.url = url
}

/** A customer's message (`text`, `attachments`, …), `postback`, `referral`, `reaction`, `message_edit`, `unsend` or `read`. */
async function userMessage({ world: current, clock, webhooks }: ControlParts, body: Body): Promise<object> {
  const world = current()
  const page = String(body['page'])
  const user = String(body['user'])
  if (!world.pages.has(page)) throw new Error(`no page ${page}`)
  if (!world.customers.has(user)) load(world, { users: [{ id: user }] })
  const thread = threadOf(world, page, user)
  const at = typeof body['timestamp'] === 'number' ? body['timestamp'] : clock.now()
  const mid = textOf(body['mid'] ?? world.next('m_in'))
  const about = { page, user, from: 'user' } as const
  const silent = ['reaction', 'message_edit', 'read'].find(name => body[name] !== undefined)
  if (silent) await sendEvent(world, webhooks, about, { timestamp: at, [silent]: body[silent] })
  else if (body['unsend'] !== undefined)
    await sendEvent(world, webhooks, about, { timestamp: at, message: { mid: body['unsend'], is_deleted: true } })
  else {
    thread.lastActionAt = Math.max(thread.lastActionAt ?? 0, at)
    const other = ['postback', 'referral'].find(name => body[name] !== undefined)
    if (isFromAd(body)) thread.adEntryAt = at
    if (other === 'postback')
      await sendEvent(world, webhooks, about, { timestamp: at, postback: { mid, ...(body['postback'] as object) } })
    else if (other) await sendEvent(world, webhooks, about, { timestamp: at, referral: body['referral'] })
    else {
      const content = pick(body, ['text', 'attachments', 'quick_reply', 'reply_to'])
      const referral = pick(body, ['message_referral'])['message_referral']
      thread.messages.push({ mid, at, from: user, ...(content as Partial<SimulatedMessage>) })
      await sendEvent(world, webhooks, about, {
        timestamp: at,
        message: { mid, ...content, ...(referral ? { referral } : {}) },
      })
    }
  }
  return { mid, timestamp: at }
}

/** An ad referral comes alone, in the button that was pressed, or in the first message. */
function isFromAd(body: Body): boolean {
  const pressed = body['postback'] as Body | undefined
  const referrals = [body['referral'], pressed?.['referral'], body['message_referral']] as (Body | undefined)[]
  return referrals.some(referral => referral?.['source'] === 'ADS')
}

async function staffMessage(parts: ControlParts, body: Body): Promise<object> {
  const world = parts.world()
  const thread = threadOf(world, String(body['page']), String(body['user']))
  const appId =
    body['app_id'] === undefined ? pageInboxAppId : body['app_id'] === null ? undefined : textOf(body['app_id'])
  const message: SimulatedMessage = {
    mid: textOf(body['mid'] ?? world.next('m_staff')),
    at: parts.clock.now(),
    from: thread.page,
    ...(appId === undefined ? {} : { appId }),
    ...(pick(body, ['text', 'attachments', 'metadata']) as Partial<SimulatedMessage>),
  }
  thread.messages.push(message)
  await notifySent({ ...parts, world }, thread, message)
  return { mid: message.mid }
}

async function passThread({ world: current, clock, webhooks }: ControlParts, body: Body): Promise<void> {
  const world = current()
  const [page, user] = [String(body['page']), String(body['user'])]
  const thread = threadOf(world, page, user)
  const before = thread.owner
  const next = textOf(body['to'] ?? world.app.id)
  const toUs = next === world.app.id
  const change = toUs
    ? { pass_thread_control: { new_owner_app_id: next, previous_owner_app_id: before, metadata: '' } }
    : { take_thread_control: { previous_owner_app_id: before, new_owner_app_id: next, metadata: '' } }
  thread.owner = next
  await sendEvent(world, webhooks, { page, user, from: 'user' }, { timestamp: clock.now(), ...change })
}

/** Kills `token`, all of a `page`, or the whole `app` (of `person`), which Meta reports by the deauthorise callback. */
async function revoke(parts: ControlParts, body: Body): Promise<object> {
  const world = parts.world()
  const subcode = Number(body['subcode'] ?? (body['app'] ? 458 : 460))
  for (const token of world.tokens.values()) {
    const isPersons = body['person'] === undefined || token.person === body['person'] || token.person === undefined
    const isPages = body['page'] !== undefined && token.page === body['page']
    const hit = token.token === body['token'] || isPages || (body['app'] !== undefined && isPersons)
    if (hit) token.dead = subcode
  }
  if (body['app'] === undefined) return {}
  for (const page of world.pages.values()) page.subscribed = undefined
  return callBack(parts, world.app.deauthorizeUrl, textOf(body['person'] ?? [...world.people.keys()][0]))
}

async function callBack({ world, clock }: ControlParts, url: string | undefined, person: string): Promise<object> {
  if (!url) return {}
  const form = new URLSearchParams({ signed_request: signedRequest(world(), person, clock.now()) })
  const answer = await fetch(url, { method: 'POST', body: form })
  const text = await answer.text()
  return { status: answer.status, answer: text.startsWith('{') ? (JSON.parse(text) as object) : text }
}

function stateOf(world: MessengerWorld): object {
  const { app, people, pages, customers, tokens, threads } = world
  const { secret: _secret, ...shown } = app
  return {
    app: shown,
    people: [...people.values()],
    pages: [...pages.values()],
    users: [...customers.values()],
    tokens: [...tokens.values()],
    threads: [...threads.values()],
    templates: [...world.templates.values()],
  }
}

function pick(body: Body, names: string[]): Body {
  return Object.fromEntries(names.flatMap(name => (body[name] === undefined ? [] : [[name, body[name]]])))
}
