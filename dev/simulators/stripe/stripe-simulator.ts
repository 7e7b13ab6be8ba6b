// Written from Stripe's public reference. Can run alone: STRIPE_SIMULATOR_PORT (4030), WEBHOOK_URL.
import { createHmac, randomUUID } from 'node:crypto'
import { type Deliveries, makeDeliveries } from '../channel-deliveries.ts'
import {
  type ChannelSimulator,
  type SimulatedAnswer,
  type SimulatedCall,
  type SimulatorPlace,
  startChannelSimulator,
} from '../channel-simulator.ts'
import { payPage, sumOf } from '../payments/payment-pages.ts'
import { policyRule } from '../payments/payment-policies.ts'
import { makeStripeActs, type StripeActs } from './stripe-acts.ts'
import { handleCall } from './stripe-calls.ts'
import { makeStripeWorld, StripeRefusal, type StripeObject, type StripeWorld } from './stripe-world.ts'

export type StripeSimulator = ChannelSimulator & { world: StripeWorld; acts: StripeActs; deliveries: Deliveries }
export type StripeSetting = SimulatorPlace & { webhookUrl?: string | undefined }

const hour = 3_600_000
/** Retries for about three days. */
const retryAfterMs = [60_000, 300_000, hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour]

export async function startStripeSimulator(setting: StripeSetting = {}): Promise<StripeSimulator> {
  let parts: { world: StripeWorld; acts: StripeActs; deliveries: Deliveries } | undefined
  const simulator = await startChannelSimulator(setting, ({ url, clock, faults }) => {
    const world = makeStripeWorld(clock.now)
    const deliveries = makeDeliveries({
      clock,
      faults,
      timeoutMs: 10_000,
      retryAfterMs,
      serialize: (events, { unknown }) =>
        Buffer.from(JSON.stringify({ ...(events[0]?.event as object), ...(unknown ? { type: 'something.new' } : {}) })),
      headers: body => ({ 'stripe-signature': signatureOf(world, body) }),
      signatureHeader: 'stripe-signature',
      disable() {},
    })
    deliveries.url = setting.webhookUrl
    const acts = makeStripeActs(world, clock, async (type, object) => {
      const event = {
        id: `evt_${randomUUID().replaceAll('-', '')}`,
        object: 'event',
        type,
        created: world.now(),
        data: { object: structuredClone(object) },
      }
      world.events.push(event)
      void deliveries.send([{ account: 'stripe', user: type, event }])
    })
    parts = { world, acts, deliveries }

    async function answer(call: SimulatedCall): Promise<SimulatedAnswer> {
      if (call.path.startsWith('/pay/')) return payHere(parts!, call)
      if (call.path === '/portal') return portal(parts!, call)
      if (call.headers['authorization'] !== `Bearer ${world.key}`)
        return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
      const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined
      const asked = `${call.path} ${call.raw.toString('utf8')}`
      const known = key === undefined ? undefined : world.answers.get(key)
      if (known && known.asked !== asked)
        return {
          status: 400,
          body: {
            error: {
              type: 'idempotency_error',
              message: 'Keys for idempotent requests can only be used with the same parameters.',
            },
          },
        }
      if (known) return { status: known.status, body: known.body, headers: { 'idempotent-replayed': 'true' } }
      const answered = await answerCall(call)
      if (key !== undefined) world.answers.set(key, { asked, ...structuredClone(answered) })
      return answered
    }

    async function answerCall(call: SimulatedCall): Promise<{ status: number; body: object }> {
      try {
        return { status: 200, body: await handleCall({ world, acts, url }, call) }
      } catch (error) {
        if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.error } }
        throw error
      }
    }

    return {
      answer,
      refuse: fault => ({
        status:
          typeof fault === 'object' && 'error' in fault
            ? (fault.error.status ?? 400)
            : fault === 'rate_limit'
              ? 429
              : 500,
        body: { error: { type: 'api_error', message: 'Ordered' } },
      }),
      userOf: call => (typeof call.body['customer'] === 'string' ? call.body['customer'] : undefined),
      control: {
        'GET world': () => ({ objects: [...world.objects.values()], events: world.events }),
        'GET deliveries': () => ({ deliveries: deliveries.list }),
        'POST pay': ({ session, card = '4242', currency, amount }) =>
          acts.pay(
            String(session),
            card === '0002' ? '0002' : card === 'later' ? 'later' : '4242',
            typeof currency === 'string' ? { currency, amount: Number(amount) } : undefined,
          ),
        'POST decline': ({ session }) => acts.pay(String(session), '0002'),
        'POST abandon': ({ session }) => acts.expire(String(session)),
        'POST settle': ({ session, came = true }) => acts.settle(String(session), came === true),
        'POST card': ({ card, fingerprint }) => {
          world.card = card === 'declines' ? 'declines' : 'pays'
          world.fingerprint = typeof fingerprint === 'string' ? fingerprint : undefined
        },
        'POST retry-invoice': ({ invoice }) => acts.retry(String(invoice)),
        'POST status': ({ subscription, status }) => setStatus(String(subscription), String(status)),
        'POST charge-in': ({ subscription, currency, amount }) =>
          acts.chargeIn(String(subscription), String(currency), Number(amount)),
        'POST cancel': ({ subscription }) => acts.cancel(String(subscription)),
        'POST refunds': ({ status }) =>
          void (world.refunds = status === 'pending' || status === 'failed' ? status : 'succeeded'),
        'POST settle-refund': ({ refund, status }) =>
          acts.settleRefund(String(refund), status === 'failed' ? 'failed' : 'succeeded'),
        'POST dispute': ({ payment_intent: intent, status = 'needs_response' }) =>
          acts.dispute(String(intent), String(status)),
        'POST signed-ago': ({ seconds = 0 }) => void (world.signedAgo = Number(seconds)),
        'POST policy': ({ policy, times = 1 }) => faults.add(policyRule(String(policy), Number(times))),
        'POST resend': ({ event }) => resend(String(event)),
      },
      reset() {
        deliveries.reset()
        Object.assign(world, makeStripeWorld(clock.now))
      },
      settled: () => deliveries.settled(),
    }

    async function setStatus(id: string, status: string): Promise<void> {
      const subscription = acts.find(id)
      subscription['status'] = status
      await acts.notify('customer.subscription.updated', subscription)
    }

    async function resend(id: string): Promise<void> {
      const event = world.events.find(one => one.id === id)
      if (!event) throw new Error(`No event ${id}.`)
      await deliveries.send([{ account: 'stripe', user: event.type, event }])
    }
  })
  if (!parts) throw new Error('The simulator has no platform.')
  return Object.assign(simulator, parts)
}

function signatureOf({ webhookSecret, signedAgo, now }: StripeWorld, body: Buffer): string {
  const time = now() - signedAgo
  return `t=${time},v1=${createHmac('sha256', webhookSecret).update(`${time}.`).update(body).digest('hex')}`
}

type Parts = { world: StripeWorld; acts: StripeActs }

async function payHere({ world, acts }: Parts, call: SimulatedCall): Promise<SimulatedAnswer> {
  const session = world.objects.get(call.path.slice('/pay/'.length))
  if (session?.object !== 'checkout.session') return { status: 404, body: '<h1>404</h1>' }
  const how = call.body['how']
  if (call.method === 'POST' && session['status'] === 'open') {
    if (how === 'back') return { status: 303, headers: { location: String(session['cancel_url']) }, body: '' }
    await acts.pay(session.id, how === '0002' ? '0002' : how === 'later' ? 'later' : '4242')
  }
  if (session['status'] === 'complete') return { status: 303, headers: { location: placeAfter(session) }, body: '' }
  const refused = call.method === 'POST' ? ' Thẻ bị từ chối. Your card was declined.' : ''
  const sum = sumOf(Number(session['amount_total']), String(session['currency']))
  return {
    status: 200,
    body: payPage('Stripe (mô phỏng)', `${sum}.${refused}`, call.path, [
      ['4242', 'Thẻ 4242: thanh toán', 'Card 4242: pay'],
      ['0002', 'Thẻ 0002: bị từ chối', 'Card 0002: declined'],
      ['later', 'Trả sau, đang chờ ngân hàng', 'Pays later'],
      ['back', 'Quay lại', 'Back'],
    ]),
  }
}

function placeAfter(session: StripeObject): string {
  return String(session['success_url']).replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

async function portal({ world, acts }: Parts, call: SimulatedCall): Promise<SimulatedAnswer> {
  const { customer = '', back = '/' } = call.query
  const own = world.all('subscription').find(one => one['customer'] === customer && one['status'] !== 'canceled')
  if (call.method === 'POST') {
    const how = String(call.body['how'])
    if (own && (how === 'cancel' || how === 'resume')) {
      own['cancel_at_period_end'] = how === 'cancel'
      await acts.notify('customer.subscription.updated', own)
    }
    if (how === 'pays' || how === 'declines') world.card = how
    return { status: 303, headers: { location: back }, body: '' }
  }
  const query = new URLSearchParams({ customer, back })
  return {
    status: 200,
    body: payPage('Stripe (mô phỏng)', own ? own.id : '—', `/portal?${query.toString()}`, [
      ['cancel', 'Không gia hạn nữa', 'Do not renew'],
      ['resume', 'Gia hạn lại', 'Renew after all'],
      ['pays', 'Đổi sang thẻ tốt', 'A card that pays'],
      ['declines', 'Đổi sang thẻ bị từ chối', 'A card that is declined'],
      ['back', 'Quay lại', 'Back'],
    ]),
  }
}

if (import.meta.main) {
  const { WEBHOOK_URL: webhookUrl, STRIPE_SIMULATOR_PORT: port = '4030' } = process.env
  const simulator = await startStripeSimulator({ port: Number(port), webhookUrl })
  console.log(`Stripe (simulated): ${simulator.url}   key ${simulator.world.key}, ${simulator.world.webhookSecret}`)
}
