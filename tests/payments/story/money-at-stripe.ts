import type { MoneyDesk, ShopOrder, Story } from './money-desk.ts'
import type { Happening, OrderHappening } from './money-events.ts'

export async function onStripePage(desk: MoneyDesk, order: ShopOrder, what: OrderHappening): Promise<void> {
  // Pages of closed orders can be paid until Stripe closes them.
  const page = desk.stripe.world.all('checkout.session').findLast(one => one['client_reference_id'] === order.id)
  if (!page) return
  if (what.kind === 'card' && page['status'] === 'open')
    await desk.sim(desk.stripe, 'pay', { session: page.id, card: what.how })
  if (what.kind === 'abandon' && page['status'] === 'open') await desk.sim(desk.stripe, 'abandon', { session: page.id })
  if (what.kind === 'card settles' && page['status'] === 'complete' && page['payment_status'] === 'unpaid')
    await desk.sim(desk.stripe, 'settle', { session: page.id, came: what.came })
}

export async function atStripe(
  desk: MoneyDesk,
  story: Story,
  what: Extract<Happening, { kind: 'portal' | 'retry invoices' | 'refund at Stripe' | 'dispute' }>,
): Promise<void> {
  const customer = await story.customer()
  const objectsOf = (kind: 'invoice' | 'charge' | 'subscription') =>
    desk.stripe.world.all(kind).filter(one => one['customer'] === customer)
  if (!customer) return
  if (what.kind === 'retry invoices') {
    for (const { id, status } of objectsOf('invoice'))
      if (status === 'open') await desk.sim(desk.stripe, 'retry-invoice', { invoice: id })
    return
  }
  if (what.kind === 'portal') {
    if (what.how === 'pays' || what.how === 'declines') return void (desk.stripe.world.card = what.how)
    const live = objectsOf('subscription').find(one => one['status'] === 'active')
    if (!live) return
    if (what.how === 'end now') return desk.stripe.acts.cancel(live.id).then(() => undefined)
    live['cancel_at_period_end'] = what.how === 'cancel'
    return desk.stripe.acts.notify('customer.subscription.updated', live)
  }
  const charges = objectsOf('charge').toReversed()
  const charge = charges[what.which % Math.max(1, charges.length)]
  if (!charge) return
  const intent = String(charge['payment_intent'])
  const disputes = desk.stripe.world.all('dispute').filter(one => one['payment_intent'] === intent)
  if (what.kind === 'refund at Stripe') {
    const left = Number(charge['amount']) - Number(charge['amount_refunded'])
    const part = what.part ? { amount: Math.ceil(left / 3) } : {}
    if (!charge['refunded'] && disputes.length === 0) await desk.stripe.acts.refund({ payment_intent: intent, ...part })
    return
  }
  if (charge['refunded']) return
  if (disputes.length === 0) await desk.sim(desk.stripe, 'dispute', { payment_intent: intent })
  const isOpen = desk.stripe.world
    .all('dispute')
    .some(one => one['payment_intent'] === intent && one['status'] === 'needs_response')
  if (isOpen && what.end !== 'open')
    await desk.sim(desk.stripe, 'dispute', { payment_intent: intent, status: what.end })
}
