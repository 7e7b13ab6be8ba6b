import { randomUUID } from 'node:crypto'
import type { VirtualClock } from '../channel-clock.ts'
import {
  type Anchor,
  periodAt,
  type SimulatedPrice,
  type StripeObject,
  StripeRefusal,
  type StripeWorld,
} from './stripe-world.ts'

type Subscription = StripeObject & {
  status: string
  customer: string
  cancel_at_period_end: boolean
  trial_end: number | null
  metadata: Record<string, string>
  anchor: Anchor
  items: { data: { id: string; price: SimulatedPrice; current_period_start: number; current_period_end: number }[] }
}
type SendEvent = (type: string, object: StripeObject) => Promise<void>

export type StripeActs = ReturnType<typeof makeStripeActs>

export function makeStripeActs(world: StripeWorld, clock: VirtualClock, notify: SendEvent) {
  const find = <T extends StripeObject>(id: unknown): T => {
    const object = world.objects.get(String(id))
    if (!object) throw new StripeRefusal(404, `No such object: '${String(id)}'`, 'id', 'resource_missing')
    return object as T
  }

  /** `how`: 4242 pays; 0002 is refused, the page stays open; later: see `settle`. `other`: paid instead, in the smallest unit. */
  async function pay(
    sessionId: string,
    how: '4242' | '0002' | 'later',
    other?: { currency: string; amount: number },
  ): Promise<StripeObject> {
    const session = find(sessionId)
    if (session['status'] !== 'open') throw new StripeRefusal(400, 'The session is not open.')
    if (other) Object.assign(session, { currency: other.currency, amount_total: other.amount })
    if (how === '0002') {
      await notify('payment_intent.payment_failed', { ...session, id: `pi_${randomUUID()}`, object: 'payment_intent' })
      return session
    }
    session['status'] = 'complete'
    const isPaid = how === '4242'
    session['payment_status'] = session['amount_total'] === 0 ? 'no_payment_required' : isPaid ? 'paid' : 'unpaid'
    if (session['mode'] === 'payment') {
      const intent = `pi_${randomUUID().replaceAll('-', '')}`
      session['payment_intent'] = intent
      if (isPaid) charge(intent, session)
      await notify('checkout.session.completed', session)
      return session
    }
    await subscribe(session, isPaid)
    return session
  }

  async function subscribe(session: StripeObject, isPaid: boolean): Promise<void> {
    const data = session['subscription_data'] as { metadata: Record<string, string>; anchor: Anchor }
    const asked = find<SimulatedPrice>(session['price'])
    const currency = String(session['currency'])
    const amount = Number(session['amount_total'])
    const price = currency === asked.currency ? asked : { ...asked, currency, unit_amount: amount }
    const period = periodAt(world.now(), data.anchor, price.recurring.interval)
    const item = { id: `si_${randomUUID()}`, price, current_period_start: world.now(), current_period_end: period.end }
    const subscription = world.add('subscription', {
      status: isPaid ? 'active' : 'incomplete',
      customer: session['customer'],
      cancel_at_period_end: false,
      cancel_at: null,
      trial_end: null,
      metadata: data.metadata,
      anchor: data.anchor,
      items: { object: 'list', data: [item] },
    }) as Subscription
    session['subscription'] = subscription.id
    const invoice = bill(subscription, Number(session['amount_total']), 'subscription_create', isPaid)
    session['invoice'] = invoice.id
    clock.after((period.end - world.now()) * 1000, () => renew(subscription.id))
    await notify('customer.subscription.created', subscription)
    if (isPaid) await notify('invoice.paid', invoice)
    await notify('checkout.session.completed', session)
  }

  function bill(subscription: Subscription, amount: number, reason: string, isPaid: boolean): StripeObject {
    const { customer, metadata, items } = subscription
    const [item] = items.data
    const invoice = world.add('invoice', {
      status: isPaid ? 'paid' : 'open',
      customer,
      currency: item!.price.currency,
      amount_due: amount,
      amount_paid: isPaid ? amount : 0,
      total: amount,
      billing_reason: reason,
      status_transitions: { paid_at: isPaid ? world.now() : null },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id, metadata } },
      hosted_invoice_url: null,
      invoice_pdf: null,
    })
    if (isPaid) payInvoice(invoice)
    return invoice
  }

  function payInvoice(invoice: StripeObject): void {
    const amount = Number(invoice['amount_due'])
    Object.assign(invoice, { status: 'paid', amount_paid: amount, status_transitions: { paid_at: world.now() } })
    if (amount === 0) return
    const intent = `pi_${randomUUID().replaceAll('-', '')}`
    charge(intent, { ...invoice, amount_total: amount })
    world.add('invoice_payment', {
      invoice: invoice.id,
      status: 'paid',
      payment: { type: 'payment_intent', payment_intent: intent },
    })
  }

  function charge(intent: string, of: StripeObject): void {
    world.add('charge', {
      payment_intent: intent,
      customer: of['customer'],
      amount: of['amount_total'],
      amount_refunded: 0,
      currency: of['currency'],
      refunded: false,
      status: 'succeeded',
      payment_method_details: {
        type: 'card',
        card: { fingerprint: world.fingerprint ?? `card of ${String(of['customer'])}` },
      },
    })
  }

  async function settle(sessionId: string, came: boolean): Promise<void> {
    const session = find(sessionId)
    if (session['payment_status'] !== 'unpaid') throw new StripeRefusal(400, 'Nothing is awaited.')
    if (!came) return notify('checkout.session.async_payment_failed', session)
    session['payment_status'] = 'paid'
    if (session['invoice']) {
      const invoice = find(session['invoice'])
      const subscription = find<Subscription>(session['subscription'])
      payInvoice(invoice)
      subscription.status = 'active'
      await notify('invoice.paid', invoice)
      await notify('customer.subscription.updated', subscription)
    } else charge(String(session['payment_intent']), session)
    await notify('checkout.session.async_payment_succeeded', session)
  }

  async function expire(sessionId: string): Promise<StripeObject> {
    const session = find(sessionId)
    if (session['status'] !== 'open') throw new StripeRefusal(400, 'Only open sessions can be expired.')
    Object.assign(session, { status: 'expired', url: null })
    await notify('checkout.session.expired', session)
    return session
  }

  async function renew(id: string): Promise<void> {
    const subscription = find<Subscription>(id)
    const [item] = subscription.items.data
    if (!item || !['active', 'trialing', 'past_due'].includes(subscription.status)) return
    const due = subscription.trial_end ?? item.current_period_end
    if (world.now() < due) {
      clock.after((due - world.now()) * 1000, () => renew(id))
      return
    }
    if (subscription.cancel_at_period_end) {
      await cancel(id)
      return
    }
    const next = periodAt(world.now(), { ...subscription.anchor }, item.price.recurring.interval)
    item.current_period_start = due
    item.current_period_end = next.end
    subscription.trial_end = null
    const isPaid = world.card === 'pays'
    subscription.status = isPaid ? 'active' : 'past_due'
    const invoice = bill(subscription, item.price.unit_amount, 'subscription_cycle', isPaid)
    clock.after((next.end - world.now()) * 1000, () => renew(id))
    await notify('customer.subscription.updated', subscription)
    await notify(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  }

  async function retry(invoiceId: string): Promise<void> {
    const invoice = find(invoiceId)
    if (world.card !== 'pays') return notify('invoice.payment_failed', invoice)
    payInvoice(invoice)
    const about = invoice['parent'] as { subscription_details: { subscription: string } }
    const subscription = find<Subscription>(about.subscription_details.subscription)
    subscription.status = 'active'
    await notify('invoice.paid', invoice)
    await notify('customer.subscription.updated', subscription)
  }

  async function cancel(id: string): Promise<StripeObject> {
    const subscription = find<Subscription>(id)
    subscription.status = 'canceled'
    await notify('customer.subscription.deleted', subscription)
    return subscription
  }

  async function refund(params: Record<string, unknown>): Promise<StripeObject> {
    const paid = world.all('charge').find(one => one['payment_intent'] === params['payment_intent'])
    if (!paid) throw new StripeRefusal(404, 'No such payment_intent', 'payment_intent', 'resource_missing')
    const left = Number(paid['amount']) - Number(paid['amount_refunded'])
    const amount = Number(params['amount'] ?? left)
    if (amount > left) throw new StripeRefusal(400, 'Refund amount is greater than unrefunded amount', 'amount')
    const made = world.add('refund', {
      amount,
      currency: paid['currency'],
      status: world.refunds,
      payment_intent: paid['payment_intent'],
      charge: paid.id,
      failure_reason: world.refunds === 'failed' ? 'expired_or_canceled_card' : null,
      metadata: params['metadata'] ?? {},
    })
    if (world.refunds !== 'failed') paid['amount_refunded'] = Number(paid['amount_refunded']) + amount
    paid['refunded'] = paid['amount_refunded'] === paid['amount']
    await notify('refund.created', made)
    if (world.refunds === 'succeeded') await notify('charge.refunded', paid)
    return made
  }

  function chargeIn(id: string, currency: string, amount: number): void {
    const [item] = find<Subscription>(id).items.data
    if (item) item.price = { ...item.price, currency, unit_amount: amount }
  }

  async function settleRefund(id: string, status: 'succeeded' | 'failed'): Promise<void> {
    const made = find(id)
    // A failed refund no longer counts as refunded, even after it seemed to succeed.
    const paid = world.all('charge').find(one => one.id === made['charge'])
    if (paid && status === 'failed' && made['status'] !== 'failed')
      Object.assign(paid, {
        amount_refunded: Number(paid['amount_refunded']) - Number(made['amount']),
        refunded: false,
      })
    Object.assign(made, { status, failure_reason: status === 'failed' ? 'declined' : null })
    await notify(status === 'failed' ? 'refund.failed' : 'refund.updated', made)
    if (status === 'failed') await notify('charge.refund.updated', made)
  }

  /** @param status 'needs_response' opens one for a payment, 'won' and 'lost' close it */
  async function dispute(intent: string, status: string): Promise<StripeObject> {
    const known = world.all('dispute').find(one => one['payment_intent'] === intent)
    const paid = world.all('charge').find(one => one['payment_intent'] === intent)
    const fields = { payment_intent: intent, amount: paid?.['amount'], currency: paid?.['currency'], charge: paid?.id }
    const disputed = Object.assign(known ?? world.add('dispute', fields), { status })
    await notify(known ? 'charge.dispute.closed' : 'charge.dispute.created', disputed)
    return disputed
  }

  return { notify, find, pay, settle, expire, renew, retry, cancel, refund, settleRefund, dispute, chargeIn }
}
