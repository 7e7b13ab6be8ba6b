import type { changeBody } from '#shared/contracts/billing/billing.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { firstPeriod, nextPeriod, type Period, worthOf } from '#shared/rules/money/billing-period.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import { type Interval, isCustomPlan, type Metric, type PlanCode } from '#shared/words.ts'
import { limitsOf } from './allow-plan.ts'
import { chainOf } from './chain.ts'
import { balanceOf } from '../payments/ledger.ts'
import { offeredMethod } from '../methods.ts'
import { reuseOrReplace, writeOrder } from '../orders/open-order.ts'
import { currencyOf, openPayment } from '../orders/order-actions.ts'
import type { Order } from '../orders/order.ts'
import { type Price, priceAt, priceById } from '../prices/prices.ts'
import { showOrder } from '../orders/show-order.ts'
import { isPaid, lockSubscription, saveSubscription, type Subscription } from '../orders/subscription-lock.ts'
import { closeOpenOrders } from './advance-periods.ts'
import { checkOffered, recordChosen } from '../offers/offer.ts'

type Change = z.output<typeof changeBody>

/** Amounts in the currency's smallest unit, VAT included. */
export type ChangePreview = {
  plan: PlanCode
  interval: Interval
  currency: Currency
  /** now: its days cost more. period_end: no payment or refund. none: no change. */
  when: 'now' | 'period_end' | 'none'
  effective_at: Date
  /** price of the new plan's days, and the old plan's remaining value */
  list_amount: number
  unused_value: number
  /** credit used, and the amount then due */
  credit_used: number
  due_now: number
  credit_after: number
  next_amount: number
  next_at: Date
  too_much: { metric: Metric; used: number; limit: number }[]
}

/**
 * @throws billing.no_plan, billing.pay_first, billing.too_much_in_use, billing.offer_expired, billing.offer_ended, request.not_found.
 * More expensive changes apply at once, others at the period's end
 */
export async function changePlan(platform: Platform, caller: Caller, change: Change) {
  const { workspaceId } = caller
  const done = await platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    if (!isPaid(subscription)) throw failure('billing.no_plan')
    if (subscription.status === 'past_due') throw failure('billing.pay_first')
    await checkOffered(tx, subscription, change.plan, platform.clock.now())
    const method = offeredMethod(platform.config, change.method ?? subscription.method ?? 'bank')
    const currency = currencyOf(
      method,
      subscription.method === method.kind ? (subscription.currency ?? undefined) : undefined,
    )
    const worked = await workOut(platform, tx, subscription, { ...change, currency })
    if (change.preview) return { preview: worked.preview }
    const { preview, price, period } = worked
    if (preview.when === 'none') return { preview: await changeLater(platform, tx, subscription, null, preview) }
    if (preview.when === 'period_end') {
      if (preview.too_much.length > 0) throw failure('billing.too_much_in_use', { metrics: preview.too_much })
      return { preview: await changeLater(platform, tx, subscription, change, preview) }
    }
    const open = await reuseOrReplace(platform, tx, workspaceId, {
      ...change,
      kind: 'upgrade',
      method: method.kind,
      currency,
    })
    const { plan, interval, paid_until: until } = subscription
    const from = { plan, interval, until: until ?? subscription.period_end, unusedValue: preview.unused_value }
    const request = {
      kind: 'upgrade',
      price,
      method,
      period,
      listAmount: preview.list_amount,
      from,
      createdBy: caller.personId,
    } as const
    return { preview, order: open ?? (await writeOrder(platform, tx, subscription, request)) }
  })
  const order: Order | undefined = done.order && (await openPayment(platform, done.order))
  return { ...done.preview, order: order ? showOrder(platform, order) : null }
}

type Worked = { preview: ChangePreview; price: Price; period: Period }

async function workOut(
  platform: Platform,
  tx: Tx,
  subscription: Subscription & { interval: Interval },
  request: { plan: PlanCode; interval: Interval; currency: Currency },
): Promise<Worked> {
  const now = platform.clock.now()
  const { time_zone: zone } = subscription
  const until = subscription.paid_until ?? subscription.period_end
  const price = await priceAt(tx, { ...request, workspace_id: subscription.workspace_id }, now)
  if (!price) throw failure('request.not_found')
  const when = await whenItHolds(tx, subscription, request, price)
  const period =
    when !== 'now'
      ? nextPeriod(until, request.interval, zone)
      : request.interval === subscription.interval
        ? { start: now, end: until }
        : firstPeriod(now, request.interval, zone)
  const listAmount = when === 'now' ? worthOf(price.amount, price.interval, period, zone) : 0
  const unused = when === 'now' ? await worthOfRest(tx, subscription, { start: now, end: until }, request.currency) : 0
  const amount = Math.max(0, listAmount - unused)
  const credit = Math.min(amount, await balanceOf(tx, subscription.workspace_id, 'user_credit', request.currency))
  const nextAt = when === 'now' ? period.end : until
  const preview: ChangePreview = {
    plan: request.plan,
    interval: request.interval,
    currency: request.currency,
    when,
    effective_at: when === 'now' ? now : until,
    list_amount: listAmount,
    unused_value: unused,
    credit_used: credit,
    due_now: amount - credit,
    credit_after: Math.max(0, unused - listAmount),
    next_amount: (await followingPrice(tx, subscription, price, nextAt))?.amount ?? price.amount,
    next_at: nextAt,
    too_much: when === 'period_end' ? await tooMuch(tx, subscription.workspace_id, request.plan) : [],
  }
  return { preview, price, period }
}

/** Other terms may have been announced for the plan that stays. */
async function followingPrice(tx: Tx, subscription: Subscription, { plan, interval, currency }: Price, at: Date) {
  const { workspace_id, next_terms: terms, next_terms_from: from } = subscription
  if (plan !== subscription.plan || !terms || !from || at < from) return undefined
  return priceAt(tx, { workspace_id, plan: terms, interval, currency }, at)
}

/** 0 in another currency. */
async function worthOfRest(tx: Tx, subscription: Subscription, rest: Period, currency: Currency): Promise<number> {
  if (!subscription.price_id || subscription.currency !== currency) return 0
  const old = await priceById(tx, subscription.price_id)
  const worth = (period: Period) => worthOf(old.amount, old.interval, period, subscription.time_zone)
  return Math.max(0, worth(rest) - (await unpaidShare(tx, subscription, rest.start, worth)))
}

/** The discount's share of a discounted first order's remaining days. */
async function unpaidShare(
  tx: Tx,
  { workspace_id: workspaceId }: Subscription,
  now: Date,
  worth: (period: Period) => number,
): Promise<number> {
  const chain = await chainOf(tx, workspaceId)
  const first = chain.findLast(({ kind, ended_at }) => kind !== 'renewal' && ended_at === null)
  if (!first || first.kind !== 'first' || first.discount === 0 || first.period_end <= now) return 0
  return Math.round((first.discount * worth({ start: now, end: first.period_end })) / first.list_amount)
}

async function whenItHolds(
  tx: Tx,
  subscription: Subscription,
  request: { plan: PlanCode; interval: Interval },
  price: Price,
): Promise<ChangePreview['when']> {
  const { plan, interval, price_id: priceId } = subscription
  if (plan === request.plan && interval === request.interval) {
    if (subscription.pending_plan === null) throw failure('billing.same_plan')
    return 'none'
  }
  if (plan === request.plan) return request.interval === 'year' ? 'now' : 'period_end'
  if (isCustomPlan(plan) || isCustomPlan(request.plan))
    return priceId !== null && costsMore(price, await priceById(tx, priceId)) ? 'now' : 'period_end'
  const { rows } = await sql<{ by: number | null }>`select (select position from plans where code = ${request.plan})
    - (select position from plans where code = ${plan}) as by`.execute(tx)
  return (rows[0]?.by ?? 0) > 0 ? 'now' : 'period_end'
}

/** A custom plan is compared by its monthly price. */
function costsMore(one: Price, other: Price): boolean {
  const months = { month: 1, year: 12 }
  return one.currency === other.currency && one.amount * months[other.interval] > other.amount * months[one.interval]
}

async function tooMuch(tx: Tx, workspaceId: string, plan: PlanCode): Promise<ChangePreview['too_much']> {
  const limits = await limitsOf(tx, plan)
  const { rows } = await sql<{ metric: keyof typeof limits; used: number }>`select metric, used from usage_counters
    where workspace_id = ${workspaceId} and metric <> 'messages' and period_end is null order by metric`.execute(tx)
  return rows.flatMap(({ metric, used }) => {
    const limit = limits[metric]
    return limit !== null && used > limit ? [{ metric, used, limit }] : []
  })
}

/** null: no change. A renewal for something else is rewritten. */
async function changeLater(
  platform: Platform,
  tx: Tx,
  subscription: Subscription,
  change: Pick<Change, 'plan' | 'interval'> | null,
  preview: ChangePreview,
): Promise<ChangePreview> {
  subscription.pending_plan = change?.plan ?? null
  subscription.pending_interval = change?.interval ?? null
  await saveSubscription(tx, subscription)
  await closeOpenOrders(platform, tx, subscription.workspace_id, ['renewal', 'upgrade'])
  const { workspace_id, status, plan } = subscription
  await platform.jobs.emit(tx, 'subscription.changed', { workspace_id, status, plan })
  if (change && change.plan !== plan && isCustomPlan(change.plan)) await recordChosen(platform, tx, change.plan)
  return preview
}
