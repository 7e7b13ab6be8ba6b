import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { endUse } from './allow-plan.ts'
import { turnPeriod } from '../orders/apply-order.ts'
import { closeOrder } from '../orders/close-order.ts'
import { graceMs } from '../orders/grace.ts'
import { methodOf } from '../methods.ts'
import type { Order } from '../orders/order.ts'
import { lockSubscription, saveChangedSubscription, type Subscription } from '../orders/subscription-lock.ts'

/** Time for a self-renewing provider to report its charge. */
const slackMs = hours(24)
const atOnce = 1000

/** At a period's end and at the end of the grace period. Idempotent. */
export async function advancePeriods(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.readAsService<{ workspace_id: string }>(sql`select workspace_id from subscriptions
    where (status = 'active' and period_end <= ${now}) or (status = 'past_due' and grace_until <= ${now}) order by period_end limit ${atOnce}`)
  await forEachLogged(platform, 'turn periods', due, ({ workspace_id: id }) =>
    platform.db.asService(id, async tx => {
      const subscription = await lockSubscription(tx, id)
      if (subscription) await turn(platform, tx, subscription)
    }),
  )
}

async function turn(platform: Platform, tx: Tx, subscription: Subscription): Promise<void> {
  const now = platform.clock.now()
  const { status, period_end: end, grace_until: grace, paid_until: paidUntil } = subscription
  if (status === 'past_due' && grace && grace <= now) return endPlan(platform, tx, subscription)
  if (status !== 'active' || end > now) return
  if (paidUntil && paidUntil > end) return renewed(platform, tx, subscription)
  if (subscription.cancel_at_period_end) return endPlan(platform, tx, subscription)
  if (now < after(end, renewsItself(subscription) ? slackMs : 0)) return
  subscription.status = 'past_due'
  subscription.grace_until = after(end, graceMs)
  await sql`update orders set status_detail = 'unpaid' where workspace_id = ${subscription.workspace_id} and kind = 'renewal'
    and status = 'processing' and status_detail in ('created', 'waiting')`.execute(tx)
  await saveChangedSubscription(platform, tx, subscription)
}

async function renewed(platform: Platform, tx: Tx, subscription: Subscription): Promise<void> {
  const { rows } =
    await sql<Order>`select * from orders where workspace_id = ${subscription.workspace_id} and kind = 'renewal'
    and status = 'success' and ended_at is null and period_start = ${subscription.period_end} order by settled_at desc limit 1`.execute(
      tx,
    )
  if (!rows[0]) throw new Error(`Workspace ${subscription.workspace_id} is paid further than any order says.`)
  await turnPeriod(platform, tx, rows[0], subscription)
  await saveChangedSubscription(platform, tx, subscription)
}

/** The bot stops; data stay for ninety days. */
export async function endPlan(platform: Platform, tx: Tx, subscription: Subscription): Promise<void> {
  subscription.status = 'ended'
  subscription.grace_until = null
  subscription.pending_plan = null
  subscription.pending_interval = null
  subscription.next_terms = null
  subscription.next_terms_from = null
  await endUse(platform, tx, subscription.workspace_id)
  await closeOpenOrders(platform, tx, subscription.workspace_id)
  await saveChangedSubscription(platform, tx, subscription)
}

/** @param kinds default: all */
export async function closeOpenOrders(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  kinds?: string[],
): Promise<void> {
  const { rows } = await sql<Order>`select * from orders where workspace_id = ${workspaceId} and status = 'processing'
    and (${kinds ?? null}::text[] is null or kind = any (${kinds ?? null}::text[])) for no key update`.execute(tx)
  for (const order of rows)
    await closeOrder(platform, tx, order, order.expires_at <= platform.clock.now() ? 'expired' : 'cancelled')
}

function renewsItself({ method, provider_subscription: at }: Subscription): boolean {
  return method !== null && at !== null && methodOf(method).renews === 'itself'
}
