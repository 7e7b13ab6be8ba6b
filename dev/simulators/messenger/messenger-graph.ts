import { createHmac } from 'node:crypto'
import type { VirtualClock } from '../channel-clock.ts'
import type { Deliveries } from '../channel-deliveries.ts'
import type { Faults } from '../channel-faults.ts'
import type { SimulatedAnswer, SimulatedCall } from '../channel-simulator.ts'
import { graphError } from './messenger-errors.ts'
import { listConversations, readConversation } from './messenger-history.ts'
import { debugToken, dialog, listAccounts, lives, subscribedApps, tradeToken } from './messenger-login.ts'
import { listAdAccounts, answerAdAccount } from './messenger-marketing.ts'
import { sendMessage } from './messenger-send.ts'
import { mayUseTemplates, templates } from './messenger-templates.ts'
import { sendEvent } from './messenger-webhooks.ts'
import type { MessengerWorld, SimulatedToken } from './messenger-objects.ts'
import { pageInboxAppId, threadOf } from './messenger-world.ts'
import { textOf } from '../text-of.ts'

export type GraphParts = {
  world: MessengerWorld
  clock: VirtualClock
  faults: Faults
  webhooks: Deliveries
  url: string
  call: SimulatedCall
}

export async function answerGraph(parts: GraphParts): Promise<SimulatedAnswer> {
  const { world, clock, call, url } = parts
  const [first = '', second = ''] = call.path
    .replace(/^\/v\d+\.\d+/, '')
    .split('/')
    .filter(Boolean)
  const place = `${call.method} ${first}/${second}`
  if (place === 'GET dialog/oauth') return dialog(parts)
  if (place === 'GET oauth/access_token' || place === 'POST oauth/access_token') return tradeToken(parts)
  if (place === 'GET debug_token/') return debugToken(parts)
  const token = tokenOf(parts)
  if (!token) return graphError(190)
  if (!lives(token, clock)) return graphError(190, token.dead ?? 463)
  if (!proves(world, call, token))
    return graphError(100, undefined, { message: 'Invalid appsecret_proof provided in the API argument' })
  if (place === 'GET me/accounts') return listAccounts(parts, token, url)
  if (place === 'GET me/' && token.kind !== 'page') {
    const person = world.people.get(token.person ?? '')
    return { status: 200, body: { id: person?.id, name: person?.name } }
  }
  if (place === 'GET me/adaccounts') return listAdAccounts(parts, token)
  const account = /^act_(\d+)$/.exec(first)?.[1]
  if (account) return answerAdAccount(parts, token, account, second)
  return answerPage(parts, token, first, second)
}

async function answerPage(
  parts: GraphParts,
  token: SimulatedToken,
  first: string,
  second: string,
): Promise<SimulatedAnswer> {
  const { world, call } = parts
  const page = world.pages.get(token.page ?? '')
  if (!page) return graphError(190)
  const place = `${call.method} ${second}`
  if (first === 'me' || first === page.id) {
    if (place === 'GET ') return { status: 200, body: { id: page.id, name: page.name } }
    if (second === 'subscribed_apps') return subscribedApps(parts, page, token)
    if (!token.scopes.includes('pages_messaging')) return graphError(200)
    if (second === 'message_templates')
      return mayUseTemplates(world, token) ? templates(parts, page.id) : noPermission(world.utilityScope)
    const isUtility = call.body['messaging_type'] === 'UTILITY'
    if (place === 'POST messages' && isUtility && !mayUseTemplates(world, token))
      return noPermission(world.utilityScope)
    if (place === 'POST messages') return sendMessage(parts, page.id)
    if (second === 'personas') return personas(parts, page.id)
    if (place === 'GET conversations') return listConversations(parts, page)
    if (/^POST (take|pass|release)_thread_control$/.test(place)) return threadControl(parts, page.id, second)
    return graphError(2500, undefined, { message: 'Unknown path components' })
  }
  if (world.pages.has(first)) return graphError(190)
  if (call.method === 'GET' && first.startsWith('t_')) return readConversation(parts, page, first)
  if (call.method === 'DELETE' && world.personas.delete(first)) return { status: 200, body: { success: true } }
  if (place === 'GET ') return profile(parts, page.id, first)
  return graphError(100, 33, { message: `Unsupported request. Object with ID '${first}' does not exist` })
}

function noPermission(scope: string): SimulatedAnswer {
  return graphError(200, undefined, { message: `(#200) Requires ${scope} permission to manage the object` })
}

function tokenOf({ world, call }: GraphParts): SimulatedToken | undefined {
  const bearer = /^Bearer (.+)$/.exec(call.headers['authorization'] ?? '')?.[1]
  return world.tokens.get(bearer ?? call.query['access_token'] ?? '')
}

/** A proof that is sent must be right, and is required when the app demands it. Must be a query parameter. */
function proves({ app }: MessengerWorld, call: SimulatedCall, { token }: SimulatedToken): boolean {
  const proof = call.query['appsecret_proof']
  if (proof === undefined) return !app.requireProof
  return proof === createHmac('sha256', app.secret).update(token).digest('hex')
}

function profile({ world, call }: GraphParts, page: string, id: string): SimulatedAnswer {
  const user = world.customers.get(id)
  if (!user || !world.threads.has(`${page} ${id}`)) return graphError(100, 33)
  if (user.hidden) return graphError(100, 2018218)
  const asked = (call.query['fields'] ?? 'first_name,last_name,profile_pic').split(',')
  const known = Object.entries(user).filter(([name]) => name === 'id' || asked.includes(name))
  return { status: 200, body: Object.fromEntries(known) }
}

function personas({ world, call }: GraphParts, page: string): SimulatedAnswer {
  if (call.method === 'GET')
    return { status: 200, body: { data: [...world.personas.values()].filter(persona => persona.page === page) } }
  const { name, profile_picture_url: picture } = call.body
  if (typeof name !== 'string' || name === '' || [...name].length > 50) return graphError(100)
  const id = world.next('persona')
  world.personas.set(id, { id, page, name, ...(typeof picture === 'string' ? { profile_picture_url: picture } : {}) })
  return { status: 200, body: { id } }
}

/** Releasing a thread gives it back to us, the default app. */
async function threadControl(
  { world, webhooks, call, clock }: GraphParts,
  page: string,
  what: string,
): Promise<SimulatedAnswer> {
  const user = textOf((call.body['recipient'] as { id?: unknown } | undefined)?.id)
  if (!world.customers.has(user)) return graphError(100, 2018001)
  const thread = threadOf(world, page, user)
  const before = thread.owner
  const isOurs = before === world.app.id
  if (what !== 'take_thread_control' && !isOurs)
    return graphError(10, undefined, { message: '(#10) Another app has the conversation.' })
  if (what === 'take_thread_control') thread.owner = world.app.id
  else if (what === 'pass_thread_control') thread.owner = textOf(call.body['target_app_id'] ?? pageInboxAppId)
  if (what !== 'take_thread_control' || isOurs) return { status: 200, body: { success: true } }
  const after = (): Promise<void> =>
    sendEvent(
      world,
      webhooks,
      { page, user, from: 'user' },
      {
        timestamp: clock.now(),
        pass_thread_control: {
          new_owner_app_id: world.app.id,
          previous_owner_app_id: before,
          metadata: call.body['metadata'] ?? '',
        },
      },
    )
  return { status: 200, body: { success: true }, after }
}
