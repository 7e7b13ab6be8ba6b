import { sql } from 'kysely'
import { pollBank, pollBankForLate } from '#features/billing/methods/bank/poll-bank.ts'
import { reconcileStripe } from '#features/billing/methods/stripe/reconcile-stripe.ts'
import { carryMessages } from '#features/billing/credit/extra-messages.ts'
import { openMonths, openRenewals } from '#features/billing/plans/open-renewals.ts'
import { sweepNotices } from '#features/billing/payments/receive-notice.ts'
import { decideRefund, type ShownRefund } from '#features/billing/refunds/ask-refund.ts'
import type { Billing } from '#features/billing/read-billing.ts'
import { refundArrived } from '#features/billing/refunds/send-refund.ts'
import { expireOrders, pollOrders } from '#features/billing/orders/expire-orders.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { hours, minutes } from '#platform/clock.ts'
import type { CardOrder } from '#tests/drivers/card-driver.ts'
import type { Owner } from '#tests/fixtures/shop-owner.ts'
import type { MoneyDesk, ShopOrder, Story } from './money-desk.ts'
import type { Happening, OrderHappening } from './money-events.ts'
import { atStripe, onStripePage } from './money-at-stripe.ts'
import { changeOffer, offerPlan } from './money-operator.ts'
import { payByBank, refused, notifyBank } from './money-transfers.ts'
import { survive } from './crash-points.ts'

/** One round; the next one resumes what dies. */
export async function runTimers(desk: MoneyDesk): Promise<void> {
  const { platform } = desk
  const timers = [
    advancePeriods,
    openRenewals,
    openMonths,
    carryMessages,
    expireOrders,
    pollOrders,
    reconcileStripe,
    pollBank,
    pollBankForLate,
    sweepNotices,
  ]
  for (const run of timers) await survive(() => run(platform))
  await survive(() => desk.settle())
}

/** Lets leases of dead processes and retry delays expire. */
export async function settleDown(desk: MoneyDesk): Promise<void> {
  desk.stripe.faults.reset()
  desk.payoneer.faults.reset()
  for (let n = 0; n < 5; n++) {
    await desk.pass(minutes(6))
    await runTimers(desk)
  }
  await desk.pass(minutes(61))
  await runTimers(desk)
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
      return runTimers(desk)
    case 'wait':
      // The bank is polled more often than events occur here.
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

async function withOrder(desk: MoneyDesk, story: Story, what: OrderHappening): Promise<void> {
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
    await desk.read(sql<ShopOrder>`select id, method, memo_code, amount::float8 as amount, status, provider_ref from orders
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

function payLatest(desk: MoneyDesk, story: Story, method: string): Promise<void> {
  if (method === 'bank') return withOrder(desk, story, { kind: 'transfer', which: 0, how: 'all', way: 'sepay' })
  if (method === 'stripe') return withOrder(desk, story, { kind: 'card', which: 0, how: '4242' })
  return withOrder(desk, story, { kind: 'payoneer', which: 0, how: 'pay' })
}

/** `along`: with dependent orders, as far as the policy allows */
async function askBack(desk: MoneyDesk, owner: Owner, order: ShopOrder, along: boolean): Promise<void> {
  const { refundable } = (await desk.call<Billing>('GET /billing', undefined, owner)).body
  const later = refundable?.find(one => one.order_id === order.id)?.later ?? []
  const { status, body } = await desk.call<ShownRefund>(
    'POST /refunds',
    { order_id: order.id, with: along ? later.filter(one => one.path).map(one => one.order_id) : [] },
    owner,
  )
  // Transfers are refunded by hand.
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

/** A page whose address was lost in a crash is unreachable. */
async function onPayoneerPage(desk: MoneyDesk, order: ShopOrder, how: string): Promise<void> {
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
