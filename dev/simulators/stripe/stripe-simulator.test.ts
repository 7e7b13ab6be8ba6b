import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { periodAt } from './stripe-world.ts'
import { startStripeSimulator } from './stripe-simulator.ts'

const startAt = Date.parse('2026-11-28T02:00:00Z')
const day = 86_400_000
type StripeObject = { id: string } & Record<string, never>

async function start(t: TestContext) {
  const taken: { signature: string; body: string }[] = []
  const hook = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    taken.push({ signature: String(request.headers['stripe-signature']), body })
    response.writeHead(200).end()
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const webhookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hooks/stripe`
  const stripe = await startStripeSimulator({ startAt, webhookUrl })
  t.after(async () => {
    await stripe.close()
    hook.close()
  })
  async function call(address: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const [method = 'GET', path = ''] = address.split(' ')
    const query = new URLSearchParams(form)
    const isGet = method === 'GET'
    const answer = await fetch(`${stripe.url}/v1${path}${isGet ? `?${query.toString()}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${stripe.world.key}`, ...headers },
      ...(isGet ? {} : { body: query }),
    })
    return { status: answer.status, body: (await answer.json()) as StripeObject, headers: answer.headers }
  }
  const sim = (name: string, body: object) =>
    fetch(`${stripe.url}/__sim/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  async function session(more: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const customer = (await call('POST /customers')).body.id
    return call('POST /checkout/sessions', { ...checkoutOf(customer), ...more }, headers)
  }
  const types = () => taken.map(({ body }) => (JSON.parse(body) as { type: string }).type)
  return { stripe, taken, types, call, sim, session }
}

function checkoutOf(customer: string): Record<string, string> {
  return {
    mode: 'subscription',
    customer,
    'line_items[0][price]': 'price_pro_month_vnd',
    'subscription_data[billing_cycle_anchor_config][day_of_month]': '15',
    'subscription_data[billing_cycle_anchor_config][hour]': '2',
    'subscription_data[billing_cycle_anchor_config][minute]': '0',
    'subscription_data[billing_cycle_anchor_config][second]': '0',
    success_url: 'http://localhost/done?session_id={CHECKOUT_SESSION_ID}',
  }
}

test('a page counts the days to the 15th, is paid, and leads back', async t => {
  const { stripe, session, taken, types } = await start(t)
  const { body } = await session()
  // 17 of 30 days.
  assert.equal(body['amount_total'], 396_100)
  const paid = await fetch(body['url'] ?? '', {
    method: 'POST',
    body: new URLSearchParams({ how: '4242' }),
    redirect: 'manual',
  })
  assert.equal(paid.headers.get('location'), `http://localhost/done?session_id=${body.id}`)
  await stripe.settled()
  assert.deepEqual(types(), ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed'])
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(taken[0]?.signature ?? '') ?? []
  const right = createHmac('sha256', stripe.world.webhookSecret).update(`${time}.${taken[0]?.body}`).digest('hex')
  assert.equal(given, right)
})

test('what Stripe refuses is refused', async t => {
  const { session, call } = await start(t)
  const now = startAt / 1000
  assert.equal((await session({ expires_at: String(now + 1799) })).status, 400)
  assert.equal((await session({ expires_at: String(now + 86_401) })).status, 400)
  assert.equal((await session({ expires_at: String(now + 1800) })).status, 200)
  assert.equal((await session({ 'subscription_data[trial_period_days]': '7' })).status, 400)
  assert.equal((await session({ customer: 'cus_nobody' })).status, 404)
  assert.equal((await call('GET /customers', {}, { authorization: 'Bearer sk_other' })).status, 401)
  assert.equal((await call('POST /nothing')).status, 404)
})

test('an idempotency key gives the first answer again, and bears no other wish', async t => {
  const { call } = await start(t)
  const key = { 'idempotency-key': 'one' }
  const first = await call('POST /customers', { name: 'A' }, key)
  const again = await call('POST /customers', { name: 'A' }, key)
  assert.equal(again.body.id, first.body.id)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await call('POST /customers', { name: 'B' }, key)).status, 400)
})

test('on the 15th it charges, or falls due; told to end, it ends', async t => {
  const { stripe, session, sim, types } = await start(t)
  const { body } = await session()
  await sim('pay', { session: body.id })
  await stripe.clock.advance(17 * day)
  await stripe.settled()
  assert.deepEqual(types().slice(3), ['customer.subscription.updated', 'invoice.paid'])
  await sim('card', { card: 'declines' })
  await stripe.clock.advance(31 * day)
  await stripe.settled()
  assert.equal(types().at(-1), 'invoice.payment_failed')
  const [subscription] = stripe.world.all('subscription')
  assert.equal(subscription?.['status'], 'past_due')
  await sim('card', { card: 'pays' })
  Object.assign(subscription ?? {}, { cancel_at_period_end: true })
  await stripe.clock.advance(31 * day)
  await stripe.settled()
  assert.equal(subscription?.['status'], 'canceled')
  assert.equal(types().at(-1), 'customer.subscription.deleted')
})

test('notifications go astray as they are told to', async t => {
  const { stripe, session, sim, taken } = await start(t)
  const pay = async () => {
    const { body } = await session()
    await sim('pay', { session: body.id })
    await stripe.settled()
    return taken.splice(0)
  }
  assert.equal((await pay()).length, 3)
  await sim('policy', { policy: 'parallel' })
  assert.equal((await pay()).length, 32)
  await sim('policy', { policy: 'dropped', times: 3 })
  assert.equal((await pay()).length, 0)
  await sim('policy', { policy: 'delayed' })
  assert.equal((await pay()).length, 2)
  await stripe.clock.advance(60_000)
  await stripe.settled()
  assert.equal(taken.splice(0).length, 1)
  assert.equal((await sim('policy', { policy: 'nonsense' })).status, 400)
})

test('periods by their anchor: months and years', () => {
  const anchor = { day_of_month: 15, hour: 2, minute: 0, second: 0 }
  const at = (text: string) => Date.parse(text) / 1000
  const ends = (now: string, interval: 'month' | 'year', month?: number) => {
    const { start, end } = periodAt(at(now), month ? { ...anchor, month } : anchor, interval)
    return [start, end].map(seconds => new Date(seconds * 1000).toISOString().slice(0, 10))
  }
  assert.deepEqual(ends('2026-11-15T01:59:59Z', 'month'), ['2026-10-15', '2026-11-15'])
  assert.deepEqual(ends('2026-11-15T02:00:00Z', 'month'), ['2026-11-15', '2026-12-15'])
  assert.deepEqual(ends('2027-01-31T00:00:00Z', 'month'), ['2027-01-15', '2027-02-15'])
  assert.deepEqual(ends('2026-11-20T00:00:00Z', 'year', 11), ['2026-11-15', '2027-11-15'])
  assert.deepEqual(ends('2026-11-05T00:00:00Z', 'year', 10), ['2026-10-15', '2027-10-15'])
})
