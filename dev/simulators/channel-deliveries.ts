import type { VirtualClock } from './channel-clock.ts'
import type { DeliveryFault, Faults } from './channel-faults.ts'
import { withoutFields } from './without-fields.ts'

export type SimulatedEvent = { account: string; user?: string | undefined; standby?: boolean; event: unknown }
export type SimulatedDelivery = {
  id: number
  url: string
  events: SimulatedEvent[]
  body: string
  headers: Record<string, string>
  attempts: { at: number; status?: number; error?: string }[]
  state: 'waiting' | 'delivered' | 'dropped' | 'failed'
}
export type SerializeHow = { unescaped: boolean; unknown: boolean }
export type DeliveryRules = {
  clock: VirtualClock
  faults: Faults
  /** real milliseconds */
  timeoutMs: number
  /** each counted from the previous attempt; after the last one the delivery has failed */
  retryAfterMs: readonly number[]
  /** an account failing this long is disabled; absent: at the first failed delivery */
  disableAfterMs?: number
  serialize(events: SimulatedEvent[], how: SerializeHow): Buffer
  headers(body: Buffer, attempt: number, about: SimulatedEvent[]): Record<string, string>
  signatureHeader: string
  disable(account: string): void
}
export type Deliveries = {
  list: SimulatedDelivery[]
  url: string | undefined
  /** retry interval in ms, forever; undefined: the platform's schedule */
  patience: number | undefined
  /** One body for all events. Resolves after the first attempt. */
  send(events: SimulatedEvent[]): Promise<void>
  sendRaw(body: Buffer): Promise<void>
  settled(): Promise<void>
  reset(): void
}
type How = { signature: 'good' | 'bad' | 'none' }

export function makeDeliveries(rules: DeliveryRules): Deliveries {
  const { clock, faults } = rules
  let list: SimulatedDelivery[] = []
  let batch: { events: SimulatedEvent[]; size: number } | undefined
  let held: (() => Promise<void>) | undefined
  let failingSince = new Map<string, number>()
  let turn: Promise<unknown> = Promise.resolve()
  const open = new Set<Promise<unknown>>()

  async function send(events: SimulatedEvent[]): Promise<void> {
    const [first] = events
    if (!deliveries.url || !first) return
    const struck = faults.forDelivery({ user: first.user, path: deliveries.url })
    const size = numberOf(struck, 'batch')
    if (size && !batch) batch = { events: [], size }
    if (batch) {
      batch.events.push(...events)
      if (batch.events.length < batch.size) return
      events = batch.events
      batch = undefined
    }
    const how = { unescaped: struck.includes('unescaped_utf8'), unknown: struck.includes('unknown_event') }
    const lacking = struck.flatMap(action => (typeof action === 'object' && 'without' in action ? action.without : []))
    events = events.map(one => ({ ...one, event: withoutFields(one.event, lacking) }))
    const whole = rules.serialize(events, how)
    const body = struck.includes('truncate') ? whole.subarray(0, Math.floor(whole.length / 2)) : whole
    await spread(events, body, struck)
  }

  async function spread(events: SimulatedEvent[], body: Buffer, struck: DeliveryFault[]): Promise<void> {
    const signature = struck.includes('bad_signature') ? 'bad' : struck.includes('no_signature') ? 'none' : 'good'
    const deliver = async (): Promise<void> => {
      const twice = struck.find(action => typeof action === 'object' && 'duplicate' in action)
      const copies = Array.from({ length: numberOf(struck, 'duplicate') ?? 1 }, () => make(events, body))
      if (struck.includes('drop')) for (const copy of copies) copy.state = 'dropped'
      else if (twice && (twice as { concurrent?: boolean }).concurrent)
        await Promise.all(copies.map(copy => attempt(copy, { signature })))
      else for (const copy of copies) await attempt(copy, { signature })
    }
    const delay = numberOf(struck, 'delay_ms')
    if (delay) return clock.after(delay, deliver)
    if (struck.includes('reorder') && !held) {
      held = deliver
      // A held-back delivery goes after another has overtaken it, or after 5 s.
      return clock.after(5000, releaseHeld)
    }
    await deliver()
    await releaseHeld()
  }

  async function releaseHeld(): Promise<void> {
    const release = held
    held = undefined
    await release?.()
  }

  function make(events: SimulatedEvent[], body: Buffer): SimulatedDelivery {
    const url = deliveries.url ?? ''
    const id = list.length + 1
    const made: SimulatedDelivery = {
      id,
      url,
      events,
      body: body.toString('base64'),
      headers: {},
      attempts: [],
      state: 'waiting',
    }
    list.push(made)
    return made
  }

  async function attempt(delivery: SimulatedDelivery, how: How): Promise<void> {
    const body = Buffer.from(delivery.body, 'base64')
    const headers = rules.headers(body, delivery.attempts.length, delivery.events)
    const signed = headers[rules.signatureHeader] ?? ''
    if (how.signature === 'none') delete headers[rules.signatureHeader]
    if (how.signature === 'bad')
      headers[rules.signatureHeader] = signed.slice(0, -1) + (signed.endsWith('0') ? '1' : '0')
    delivery.headers = headers
    const tried = { at: clock.now(), ...(await post(delivery.url, headers, body, rules.timeoutMs)) }
    delivery.attempts.push(tried)
    if (tried.status !== undefined && tried.status < 300) succeeded(delivery)
    else failed(delivery, how)
  }

  function succeeded(delivery: SimulatedDelivery): void {
    delivery.state = 'delivered'
    for (const { account } of delivery.events) failingSince.delete(account)
  }

  function failed(delivery: SimulatedDelivery, how: How): void {
    const accounts = new Set(delivery.events.map(({ account }) => account))
    const wait = deliveries.patience ?? rules.retryAfterMs[delivery.attempts.length - 1]
    for (const account of accounts) {
      const since = failingSince.get(account) ?? clock.now()
      failingSince.set(account, since)
      const isOver =
        rules.disableAfterMs === undefined ? wait === undefined : clock.now() - since >= rules.disableAfterMs
      if (isOver && deliveries.patience === undefined) {
        failingSince.delete(account)
        delivery.state = 'failed'
        rules.disable(account)
      }
    }
    if (wait === undefined) delivery.state = 'failed'
    if (delivery.state === 'waiting') clock.after(wait ?? 0, () => follow(() => attempt(delivery, how)))
  }

  function follow(work: () => Promise<void>): Promise<void> {
    const done = work().finally(() => open.delete(done))
    open.add(done)
    return done
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(() => follow(work))
    turn = done.catch(() => undefined)
    return done
  }

  const deliveries: Deliveries = {
    get list() {
      return list
    },
    url: undefined,
    patience: undefined,
    send: events => inTurn(() => send(events)),
    sendRaw: body => inTurn(() => attempt(make([], body), { signature: 'good' })),
    async settled() {
      let last: Promise<unknown> | undefined
      while (last !== turn || open.size > 0) {
        last = turn
        await turn
        await Promise.allSettled(open)
      }
    },
    reset() {
      list = []
      batch = undefined
      held = undefined
      failingSince = new Map()
    },
  }
  return deliveries
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
  timeoutMs: number,
): Promise<{ status?: number; error?: string }> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
      signal,
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    return { status: answer.status }
  } catch (error) {
    return { error: (error as Error).name === 'TimeoutError' ? 'too slow' : 'not reached' }
  }
}

function numberOf(struck: DeliveryFault[], name: string): number | undefined {
  const found = struck.find(action => typeof action === 'object' && name in action)
  return found && (found as Record<string, number>)[name]
}
