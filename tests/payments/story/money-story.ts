// Lives a story of one shop's orders and money through, against simulated providers, and says what does not hold at its end.
import { createServer } from 'node:http'
import { sql } from 'kysely'
import { pollBank, pollBankForLate } from '#features/billing/methods/bank/poll-bank.ts'
import { reconcileStripe } from '#features/billing/methods/stripe/reconcile-stripe.ts'
import { carryMessages } from '#features/billing/credit/extra-messages.ts'
import { openMonths, openRenewals } from '#features/billing/plans/open-renewals.ts'
import { sweepNotices } from '#features/billing/payments/receive-notice.ts'
import { decideRefund, type ShownRefund } from '#features/billing/refunds/ask-refund.ts'
import type { Billing } from '#features/billing/read-billing.ts'
import { refundArrived } from '#features/billing/refunds/send-refund.ts'
import { expireOrders, lookAtOrders } from '#features/billing/orders/expire-orders.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type CardOrder, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import type { Happening } from './money-events.ts'
import { changeOffer, offerPlan } from './money-operator.ts'
import { payByBank, refused, notifyBank } from './money-transfers.ts'
import { survive } from './crash-points.ts'

export type Transfer = { id: number; content: string; amount: number; date: string; way: string }
export type OwnOrder = {
  id: string
  method: string
  memo_code: string
  amount: number
  status: string
  provider_ref: string | null
}
export type MoneyDesk = Awaited<ReturnType<typeof openMoneyDesk>>
export type Story = { owner: Owner; transfers: Transfer[]; customer: () => Promise<string | undefined> }

/** A card desk with a SePay that can be asked. */
export async function openMoneyDesk() {
  const listed: object[] = []
  const sepay = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: 200, transactions: listed }))
  })
  await new Promise<void>(resolve => sepay.listen(0, '127.0.0.1', resolve))
  const { port } = sepay.address() as { port: number }
  const desk = await openCardDriver({ SEPAY_API_TOKEN: 'token-1', SEPAY_API_BASE: `http://127.0.0.1:${port}` })
  return Object.assign(desk, {
    listed,
    operator: { personId: newId() },
    counter: { transfers: 70_000 },
    closeAll: async () => {
      await desk.close()
      sepay.close()
    },
  })
}

export async function beginStory(desk: MoneyDesk): Promise<Story> {
  const owner = await makeOwner(desk.platform)
  desk.stripe.world.card = 'pays'
  desk.listed.length = 0
  const customer = async () =>
    (
      await desk.read(sql<{ customer: string }>`select customer from private.stripe_customers
        where workspace_id = ${owner.workspaceId}`)
    )[0]?.customer
  return { owner, transfers: [], customer }
}

/** Everything that the program does by itself, once. Whatever dies is begun anew by the next round. */
export async function tendMoney(desk: MoneyDesk): Promise<void> {
  const { platform } = desk
  const timers = [
    advancePeriods,
    openRenewals,
    openMonths,
    carryMessages,
    expireOrders,
    lookAtOrders,
    reconcileStripe,
    pollBank,
    pollBankForLate,
    sweepNotices,
  ]
  for (const run of timers) await survive(() => run(platform))
  await survive(() => desk.settle())
}

/** Leases of the dead end, waits between tries too, and everything that was begun is done. */
export async function settleDown(desk: MoneyDesk): Promise<void> {
  desk.stripe.faults.reset()
  desk.payoneer.faults.reset()
  for (let n = 0; n < 5; n++) {
    await desk.pass(minutes(6))
    await tendMoney(desk)
  }
  await desk.pass(minutes(61))
  await tendMoney(desk)
}

export async function happen(desk: MoneyDesk, story: Story, what: Happening): Promise<void> {
  const { owner } = story
  const call = (address: string, body: object = {}) => desk.call<CardOrder>(address, body, owner)
  switch (what.kind) {
    case 'order':
    case 'change': {
      const { plan, interval, method, usd, pays } = what
      const currency = method === 'stripe' && usd ? { currency: 'USD' } : {}
      if (what.kind === 'order') await call('POST /orders', { plan, interval, method, ...currency })
      else await call('POST /subscription/change', { plan, interval, method })
      return pays ? payLatest(desk, story, method) : undefined
    }
    case 'offer':
      return (await offerPlan(desk, story, what)) && what.pays ? payLatest(desk, story, what.method) : undefined
    case 'terms':
    case 'end offer':
      return changeOffer(desk, story, what)
    case 'extra':
      await call('POST /orders/extra-messages', { packs: what.packs, method: what.method })
      return what.pays ? payLatest(desk, story, what.method) : undefined
    case 'stop':
      await call('POST /subscription/cancel')
      return
    case 'resume':
      await call('POST /subscription/resume')
      return
    case 'tend':
      return tendMoney(desk)
    case 'wait':
      // The bank is asked more often than anything here happens.
      for (let n = 0; n < 3; n++)
        for (const run of [pollBank, pollBankForLate])
          await survive(() => run(desk.platform).then(() => desk.platform.jobs.drain()))
      return survive(() => desk.pass(hours(what.hours)))
    case 'deliveries':
      desk.stripe.faults.reset()
      desk.payoneer.faults.reset()
      for (const simulator of [desk.stripe, desk.payoneer])
        if (what.policy !== 'normal') await desk.sim(simulator, 'policy', { policy: what.policy, times: 4 })
      return
    case 'portal':
    case 'retry invoices':
    case 'refund at Stripe':
    case 'dispute':
      return atStripe(desk, story, what)
    default:
      return withOrder(desk, story, what)
  }
}

type OfOrder = Extract<Happening, { which: number }>

async function withOrder(desk: MoneyDesk, story: Story, what: OfOrder): Promise<void> {
  const { owner } = story
  if (what.kind === 'tell again')
    return notifyBank(desk, story.transfers.at(-1 - (what.which % Math.max(1, story.transfers.length))), what.apart)
  const method =
    what.kind === 'transfer'
      ? 'bank'
      : what.kind.startsWith('card') || what.kind === 'abandon'
        ? 'stripe'
        : what.kind === 'payoneer'
          ? 'payoneer'
          : null
  const orders =
    await desk.read(sql<OwnOrder>`select id, method, memo_code, amount::float8 as amount, status, provider_ref from orders
    where workspace_id = ${owner.workspaceId} and (${method}::text is null or method = ${method}) order by created_at desc, id desc`)
  const order = orders[what.which % Math.max(1, orders.length)]
  if (!order) return
  if (what.kind === 'cancel order') await desk.call(`POST /orders/${order.id}/cancel`, {}, owner)
  if (what.kind === 'refund') await askBack(desk, owner, order, what.along)
  if (what.kind === 'transfer') await payByBank(desk, story, order, what)
  if (what.kind === 'card' || what.kind === 'card settles' || what.kind === 'abandon')
    await onStripePage(desk, order, what)
  if (what.kind === 'payoneer') await onPayoneerPage(desk, order, what.how)
}

/** Who orders and pays at once. */
function payLatest(desk: MoneyDesk, story: Story, method: string): Promise<void> {
  if (method === 'bank') return withOrder(desk, story, { kind: 'transfer', which: 0, how: 'all', way: 'sepay' })
  if (method === 'stripe') return withOrder(desk, story, { kind: 'card', which: 0, how: '4242' })
  return withOrder(desk, story, { kind: 'payoneer', which: 0, how: 'pay' })
}

/** @param along with those that stand on it, as far as the policy lets them go */
async function askBack(desk: MoneyDesk, owner: Owner, order: OwnOrder, along: boolean): Promise<void> {
  const { refundable } = (await desk.call<Billing>('GET /billing', undefined, owner)).body
  const later = refundable?.find(one => one.order_id === order.id)?.later ?? []
  const { status, body } = await desk.call<ShownRefund>(
    'POST /refunds',
    { order_id: order.id, with: along ? later.filter(one => one.path).map(one => one.order_id) : [] },
    owner,
  )
  // Transfers are sent back by hand.
  if (status !== 201) return
  const asked = [body, ...body.with].map(({ id }) => id)
  if (body.status === 'requested')
    await survive(() =>
      refused(() => decideRefund(desk.platform, desk.operator, { id: body.id, approved: true, note: '' })),
    )
  const byHand = await desk.read(sql<{ id: string }>`select r.id from refunds r join orders o on o.id = r.order_id
    where r.id = any (${asked}::uuid[]) and r.status = 'approved' and o.method = 'bank'`)
  for (const { id } of byHand) await survive(() => refundArrived(desk.platform, id))
}

async function onStripePage(desk: MoneyDesk, order: OwnOrder, what: OfOrder): Promise<void> {
  // Pages of closed orders may be paid too, as long as Stripe has not closed them.
  const page = desk.stripe.world.all('checkout.session').findLast(one => one['client_reference_id'] === order.id)
  if (!page) return
  if (what.kind === 'card' && page['status'] === 'open')
    await desk.sim(desk.stripe, 'pay', { session: page.id, card: what.how })
  if (what.kind === 'abandon' && page['status'] === 'open') await desk.sim(desk.stripe, 'abandon', { session: page.id })
  if (what.kind === 'card settles' && page['status'] === 'complete' && page['payment_status'] === 'unpaid')
    await desk.sim(desk.stripe, 'settle', { session: page.id, came: what.came })
}

/** Nobody gets to a page whose address was lost with the program that had it made. */
async function onPayoneerPage(desk: MoneyDesk, order: OwnOrder, how: string): Promise<void> {
  const list = [...desk.payoneer.lists.values()].findLast(one => one.longId === order.provider_ref)
  const at = list?.status.code
  const may =
    at === 'listed' || at === 'declined'
      ? ['pay', 'decline', 'pending']
      : at === 'pending'
        ? ['pay', 'decline', 'void']
        : []
  if (list && may.includes(how)) await desk.sim(desk.payoneer, 'act', { list: list.longId, how })
}

async function atStripe(
  desk: MoneyDesk,
  story: Story,
  what: Extract<Happening, { kind: 'portal' | 'retry invoices' | 'refund at Stripe' | 'dispute' }>,
): Promise<void> {
  const customer = await story.customer()
  const own = (kind: 'invoice' | 'charge' | 'subscription') =>
    desk.stripe.world.all(kind).filter(one => one['customer'] === customer)
  if (!customer) return
  if (what.kind === 'retry invoices') {
    for (const { id, status } of own('invoice'))
      if (status === 'open') await desk.sim(desk.stripe, 'retry-invoice', { invoice: id })
    return
  }
  if (what.kind === 'portal') {
    if (what.how === 'pays' || what.how === 'declines') return void (desk.stripe.world.card = what.how)
    const live = own('subscription').find(one => one['status'] === 'active')
    if (!live) return
    // Somebody ends it in Stripe's dashboard.
    if (what.how === 'end now') return desk.stripe.acts.cancel(live.id).then(() => undefined)
    live['cancel_at_period_end'] = what.how === 'cancel'
    return desk.stripe.acts.told('customer.subscription.updated', live)
  }
  const charges = own('charge').toReversed()
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
