// Alone: `node dev/simulators/zalo/zalo-simulator.ts` (ZALO_SIMULATOR_PORT, 4020; WEBHOOK_URL).
import { answerApi } from './zalo-api.ts'
import { makeDeliveries, type Deliveries, type SimulatedEvent } from '../channel-deliveries.ts'
import type { CallFault } from '../channel-faults.ts'
import {
  type ChannelSimulator,
  type SimulatedAnswer,
  type SimulatedCall,
  type SimulatorPlace,
  startChannelSimulator,
} from '../channel-simulator.ts'
import { makeZaloActs, type ZaloActs } from './zalo-acts.ts'
import { zaloChatPage } from './zalo-chat-page.ts'
import { zaloControl } from './zalo-control.ts'
import { echoEvent, macOf, receivedEvent, templateReceiptEvent } from './zalo-events.ts'
import { askPermission, giveTokens } from './zalo-oauth.ts'
import type { ZaloMessage, ZaloWorld } from './zalo-objects.ts'
import { makeZaloWorld } from './zalo-world.ts'
import { textOf } from '../text-of.ts'

export type ZaloSimulator = ChannelSimulator & {
  world: ZaloWorld
  deliveries: Deliveries
  webhook: { enabled: boolean }
  acts: ZaloActs
  settled(): Promise<void>
}

export type ZaloSetting = SimulatorPlace & {
  webhookUrl?: string
  /** ms a webhook may take, longer on slow test machines; Zalo waits two seconds */
  waitMs?: number
}

const defaultWaitMs = 2000
/** Zalo's retries, each counted from the previous attempt. */
const retryAfterMs = [30_000, 300_000, 900_000, 1_800_000, 3_600_000]

export async function startZaloSimulator(setting: ZaloSetting = {}): Promise<ZaloSimulator> {
  const webhook = { enabled: true }
  let parts: { world: ZaloWorld; deliveries: Deliveries; acts: ZaloActs } | undefined
  const simulator = await startChannelSimulator(setting, ({ clock, faults }) => {
    const world = makeZaloWorld(clock.now, setting.idsFrom)
    const deliveries = makeDeliveries({
      clock,
      faults,
      timeoutMs: setting.waitMs ?? defaultWaitMs,
      retryAfterMs,
      serialize,
      headers: (body, attempt) => ({
        ...signed(world, body),
        ...(attempt > 0 ? { num_retry: String(attempt) } : {}),
      }),
      signatureHeader: 'x-zevent-signature',
      disable() {
        webhook.enabled = false
      },
    })
    deliveries.url = setting.webhookUrl
    const notify = async (event: SimulatedEvent): Promise<void> => {
      if (webhook.enabled) await deliveries.send([event])
    }
    const acts = makeZaloActs(world, notify)
    parts = { world, deliveries, acts }

    const afterSend = (message: ZaloMessage): { before: () => Promise<void>; after: () => Promise<void> } => {
      const { user_id: user, oa_id: account } = message
      const echo = () => notify({ account, user, event: echoEvent(world, message) })
      const received = () =>
        notify({
          ...{ account, user },
          event: message.tracking_id
            ? templateReceiptEvent(world, account, user, { id: message.id, tracking_id: message.tracking_id })
            : receivedEvent(world, message),
        })
      // A message to a phone number has no chat for an echo.
      const echoed = world.users.has(user)
      const receiptFirst = faults.strikes('receipt_before_echo', { user })
      const early = faults.strikes('echo_before_response', { user })
      const both = async (): Promise<void> => {
        if (receiptFirst) await received()
        if (echoed) await echo()
        if (!receiptFirst) clock.after(world.app.received_after_ms, received)
        if (world.app.seen_after_ms !== undefined)
          clock.after(world.app.seen_after_ms, () => acts.seen({ oa: account, user }))
      }
      const nothing = async (): Promise<void> => {}
      return early ? { before: both, after: nothing } : { before: nothing, after: both }
    }

    async function answer(call: SimulatedCall): Promise<SimulatedAnswer> {
      const query = new URLSearchParams(call.query)
      const address = `${call.method} ${call.path}`
      if (address === 'GET /') return { status: 302, headers: { location: '/__sim/chat' }, body: '' }
      if (address === 'GET /picture.png')
        return { status: 200, headers: { 'content-type': 'image/png' }, body: picture }
      if (address === 'GET /v4/oa/permission') return askPermission(world, query)
      if (address === 'POST /v4/oa/access_token')
        return giveTokens(world, call.headers['secret_key'], new URLSearchParams(call.raw.toString('utf8')))
      let after: (() => Promise<void>) | undefined
      const answered = await answerApi(world, call, {
        async sent(message) {
          const events = afterSend(message)
          after = events.after
          await events.before()
        },
      })
      return { ...answered, ...(after ? { after } : {}) }
    }

    return {
      answer,
      refuse: refuseByFault,
      userOf,
      control: zaloControl({ world, deliveries, webhook, acts, page: () => zaloChatPage(world) }),
      reset() {
        deliveries.reset()
        webhook.enabled = true
        Object.assign(world, makeZaloWorld(clock.now))
      },
      settled: () => deliveries.settled(),
    }
  })
  if (!parts) throw new Error('The simulator has no platform.')
  const { deliveries } = parts
  return Object.assign(simulator, { ...parts, webhook, settled: () => deliveries.settled() })
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGPgirqGFTEMLQkAeYpOgQFqPz4AAAAASUVORK5CYII=',
  'base64',
)

function serialize(events: SimulatedEvent[], how: { unescaped: boolean; unknown: boolean }): Buffer {
  const bodies = events.map(({ event }) =>
    how.unknown ? { ...(event as object), event_name: 'user_did_something_new' } : event,
  )
  return Buffer.from(JSON.stringify(bodies.length === 1 ? bodies[0] : bodies))
}

function signed(world: ZaloWorld, body: Buffer): Record<string, string> {
  const text = body.toString('utf8')
  let event: { timestamp?: unknown; oa_id?: unknown; sender?: { id?: unknown } } = {}
  try {
    event = (JSON.parse(text) as typeof event | null) ?? {}
  } catch {}
  const oaId = [event.oa_id, event.sender?.id, [...world.oas.keys()][0]].find(id => world.oas.has(String(id)))
  return { 'x-zevent-signature': macOf(world.app, text, textOf(event.timestamp), textOf(oaId)) }
}

function refuseByFault(fault: CallFault): SimulatedAnswer {
  if (typeof fault === 'object' && 'error' in fault) {
    const { code, message, status } = fault.error
    return { status: status ?? 200, body: { error: code, message: message ?? 'Ordered' } }
  }
  const [error, message] = (typeof fault === 'string' && ordered[fault]) || [-201, 'Ordered']
  const headers = fault === 'rate_limit' ? { 'x-ratelimit-limit': '4000', 'x-ratelimit-remain': '0' } : {}
  return { status: 200, headers, body: { error, message } }
}

const ordered: Record<string, [number, string]> = {
  rate_limit: [-32, 'Your application reached limit call api'],
  token_expired: [-220, 'access_token is expired or removed'],
  permission_lost: [-223, 'OA has not authorised the application'],
  window_closed: [-230, 'User has not interacted with the OA in the past 7 days'],
  page_restricted: [-235, 'Official Account is restricted'],
}

function userOf(call: SimulatedCall): string | undefined {
  const { user_id: user, anonymous_id: visitor } = (call.body['recipient'] ?? {}) as Record<string, unknown>
  const named = user ?? visitor ?? call.body['user_id']
  if (typeof named === 'string') return named
  const asked = /"user_id"\s*:\s*"([^"]+)"/.exec(call.query['data'] ?? '')
  return asked?.[1]
}

if (import.meta.main) {
  const { WEBHOOK_URL: webhookUrl, ZALO_SIMULATOR_PORT: port = '4020' } = process.env
  const simulator = await startZaloSimulator({ port: Number(port), ...(webhookUrl ? { webhookUrl } : {}) })
  console.log(`Zalo (simulated): ${simulator.url}   chat as a customer: ${simulator.url}/__sim/chat`)
}
