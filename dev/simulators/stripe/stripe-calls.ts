import type { SimulatedCall } from '../channel-simulator.ts'
import type { StripeActs } from './stripe-acts.ts'
import {
  type Anchor,
  type Kind,
  periodAt,
  type SimulatedPrice,
  StripeRefusal,
  type StripeObject,
  type StripeWorld,
  stubOf,
} from './stripe-world.ts'

type Params = Record<string, unknown>
type Parts = { world: StripeWorld; acts: StripeActs; url: string }

const kinds: Record<string, Kind> = {
  customers: 'customer',
  prices: 'price',
  'checkout/sessions': 'checkout.session',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoice_payments: 'invoice_payment',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
}

/** `a[b][0]=c` as `{a: {b: ['c']}}`; lists stay objects with numeric keys. */
export function readForm(flat: Params): Params {
  const whole: Params = {}
  for (const [name, value] of Object.entries(flat)) {
    const path = name.split(/\[|\]\[|\]/).filter(part => part !== '')
    const last = path.pop() ?? ''
    let at = whole
    for (const part of path) at = (at[part] ??= {}) as Params
    at[last] = value
  }
  return whole
}

/** @throws StripeRefusal */
export async function handleCall(parts: Parts, call: SimulatedCall): Promise<object> {
  const path = call.path.replace(/^\/v1\//, '')
  const params = readForm(call.method === 'GET' ? call.query : call.body)
  const exact = `${call.method} ${path}`
  if (exact === 'POST checkout/sessions') return openSession(parts, params)
  if (exact === 'POST customers') return parts.world.add('customer', { ...params })
  if (exact === 'POST coupons')
    return parts.world.add('coupon', { ...params, amount_off: Number(params['amount_off']) })
  if (exact === 'POST prices') return makePrice(parts, params)
  if (exact === 'POST refunds') return parts.acts.refund(params)
  if (exact === 'POST billing_portal/sessions') return openPortal(parts, params)
  if (exact === 'GET events') return { object: 'list', data: parts.world.events.toReversed(), has_more: false }
  const kind = kinds[path]
  if (kind && call.method === 'GET') return list(parts, kind, params)
  const [, folder = '', id = '', verb] =
    /^(.+?)\/((?:cus|price|cs_test|sub|in|inpay|ch|re|dp)_[^/]+)(?:\/(\w+))?$/.exec(path) ?? []
  const object = kinds[folder] ? parts.acts.find(id) : undefined
  if (!object || object.object !== kinds[folder]) throw new StripeRefusal(404, `Unrecognized request URL (${exact})`)
  if (verb === 'expire') return parts.acts.expire(id)
  if (call.method === 'GET') return object
  if (call.method === 'DELETE' && folder === 'subscriptions') return parts.acts.cancel(id)
  if (folder === 'subscriptions') return changeSubscription(parts, object, params)
  if (folder === 'customers') return Object.assign(object, params)
  throw new StripeRefusal(404, `Unrecognized request URL (${exact})`)
}

function list({ world }: Parts, kind: Kind, params: Params): object {
  const { limit = '10', starting_after: after, created, lookup_keys: keys, status, payment, ...filters } = params
  const since = Number((created as Params | undefined)?.['gte'] ?? 0)
  const wanted = keys ? Object.values(keys) : undefined
  const intent = (payment as Params | undefined)?.['payment_intent']
  delete filters['active']
  const found = world
    .all(kind)
    .toReversed()
    .filter(
      object =>
        object.created >= since &&
        (!wanted || wanted.includes(object['lookup_key'])) &&
        (!status || status === 'all' || object['status'] === status) &&
        (!intent || (object['payment'] as Params)['payment_intent'] === intent) &&
        Object.entries(filters).every(([name, value]) => object[name] === value),
    )
  const rest = found.slice(after ? found.findIndex(object => object.id === after) + 1 : 0)
  return { object: 'list', data: rest.slice(0, Number(limit)), has_more: rest.length > Number(limit) }
}

function makePrice({ world }: Parts, { lookup_key: key, currency, unit_amount: amount, recurring }: Params): object {
  if (world.all('price').some(one => one['lookup_key'] === key))
    throw new StripeRefusal(400, `A price (\`${String(key)}\`) already uses that lookup key.`, 'lookup_key')
  const { interval } = recurring as { interval: string }
  const price = { lookup_key: key, active: true, currency, unit_amount: Number(amount) }
  return world.add('price', { ...price, recurring: { interval, interval_count: 1 } })
}

function openSession({ world, acts, url }: Parts, params: Params): StripeObject {
  const expires = Number(params['expires_at'] ?? world.now() + 86_400)
  if (expires < world.now() + 1800 || expires > world.now() + 86_400)
    throw new StripeRefusal(
      400,
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
      'expires_at',
    )
  if (!params['success_url']) throw new StripeRefusal(400, 'Missing required param: success_url.', 'success_url')
  acts.find(params['customer'])
  const line = (params['line_items'] as Params | undefined)?.['0'] as Params | undefined
  const priced = params['mode'] === 'subscription' ? subscriptionFields(world, acts, params, line) : paymentFields(line)
  const coupon = ((params['discounts'] as Params | undefined)?.['0'] as Params | undefined)?.['coupon']
  const off = coupon ? Number(acts.find(coupon)['amount_off']) : 0
  const session = world.add('checkout.session', {
    mode: params['mode'],
    status: 'open',
    payment_status: 'unpaid',
    customer: params['customer'],
    client_reference_id: params['client_reference_id'] ?? null,
    metadata: params['metadata'] ?? {},
    success_url: params['success_url'],
    cancel_url: params['cancel_url'] ?? null,
    expires_at: expires,
    amount_subtotal: priced.amount,
    amount_total: Math.max(0, priced.amount - off),
    subscription: null,
    invoice: null,
    payment_intent: null,
    ...priced,
  })
  session['url'] = `${url}/pay/${session.id}`
  return session
}

function subscriptionFields(world: StripeWorld, acts: StripeActs, params: Params, line: Params | undefined) {
  const price = acts.find<SimulatedPrice>(line?.['price'])
  const data = (params['subscription_data'] ?? {}) as Params
  const config = data['billing_cycle_anchor_config'] as Params | undefined
  const trial = ['trial_end', 'trial_period_days', 'trial_settings'].some(name => name in data)
  if (config && (trial || 'billing_cycle_anchor' in data))
    throw new StripeRefusal(400, 'billing_cycle_anchor_config cannot be used together with these.', 'subscription_data')
  const today = new Date(world.now() * 1000)
  const anchor: Anchor = {
    day_of_month: Number(config?.['day_of_month'] ?? today.getUTCDate()),
    hour: Number(config?.['hour'] ?? today.getUTCHours()),
    minute: Number(config?.['minute'] ?? today.getUTCMinutes()),
    second: Number(config?.['second'] ?? today.getUTCSeconds()),
    ...(config?.['month'] ? { month: Number(config['month']) } : {}),
  }
  const amount = stubOf(price, world.now(), periodAt(world.now(), anchor, price.recurring.interval))
  return {
    amount,
    currency: price.currency,
    price: price.id,
    subscription_data: { metadata: data['metadata'] ?? {}, anchor },
  }
}

function paymentFields(line: Params | undefined) {
  const data = (line?.['price_data'] ?? {}) as Params
  const amount = Number(data['unit_amount'])
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new StripeRefusal(400, 'Invalid integer', 'line_items')
  return { amount, currency: String(data['currency']) }
}

async function changeSubscription({ acts }: Parts, object: StripeObject, params: Params): Promise<StripeObject> {
  if (object['status'] === 'canceled') throw new StripeRefusal(400, 'A canceled subscription can only be read.')
  const item = ((params['items'] as Params | undefined)?.['0'] ?? undefined) as Params | undefined
  const own = (object['items'] as { data: { id: string; price: SimulatedPrice }[] }).data[0]
  if (item && own) {
    if (item['id'] !== own.id) throw new StripeRefusal(400, 'No such item', 'items')
    own.price = acts.find<SimulatedPrice>(item['price'])
  }
  if ('cancel_at_period_end' in params) object['cancel_at_period_end'] = params['cancel_at_period_end'] === 'true'
  if ('trial_end' in params) Object.assign(object, { trial_end: Number(params['trial_end']), status: 'trialing' })
  await acts.notify('customer.subscription.updated', object)
  return object
}

function openPortal({ acts, url }: Parts, { customer, return_url: back }: Params): object {
  acts.find(customer)
  const query = new URLSearchParams({ customer: String(customer), back: String(back) })
  return { id: `bps_${String(customer)}`, object: 'billing_portal.session', url: `${url}/portal?${query.toString()}` }
}
