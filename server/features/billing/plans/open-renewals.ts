import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { openNextMonth } from './allow-plan.ts'
import { methodOf } from '../methods.ts'
import { openPayment } from '../orders/order-actions.ts'
import { lockSubscription } from '../orders/subscription-lock.ts'
import { writeRenewal } from './write-renewal.ts'

/** Manual renewals are opened this long before. */
const aheadMs = days(7)
const monthAheadMs = days(2)
const atOnce = 1000

export async function openRenewals(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.readAsService<{ workspace_id: string }>(sql`select s.workspace_id from subscriptions s
    where s.status in ('active', 'past_due') and not s.cancel_at_period_end and s.paid_until <= ${after(now, aheadMs)}
      and s.provider_subscription is null
      and not exists (select from orders o where o.workspace_id = s.workspace_id and o.kind = 'renewal' and o.status = 'processing')
    order by s.paid_until limit ${atOnce}`)
  await forEachLogged(platform, 'open renewals', due, async ({ workspace_id: id }) => {
    const order = await platform.db.asService(id, async tx => {
      const subscription = await lockSubscription(tx, id)
      if (!subscription?.method || !subscription.currency || subscription.cancel_at_period_end) return undefined
      if (!subscription.paid_until || subscription.paid_until > after(now, aheadMs)) return undefined
      // After the grace period there is nothing to renew.
      if (subscription.grace_until && subscription.grace_until <= now) return undefined
      const { rows } =
        await sql`select 1 from orders where workspace_id = ${id} and kind = 'renewal' and status = 'processing'`.execute(
          tx,
        )
      if (rows.length > 0) return undefined
      const method = methodOf(subscription.method)
      return writeRenewal(platform, tx, subscription, { method, currency: subscription.currency, createdBy: null })
    })
    if (order)
      await openPayment(platform, order).catch((error: unknown) =>
        platform.log.warn({ order: order.id, error }, 'A renewal has no page to pay it yet'),
      )
  })
}

export async function openMonths(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.readAsService<{ workspace_id: string }>(sql`select s.workspace_id from subscriptions s
    where s.status in ('active', 'past_due') and not exists (select from usage_counters u
      where u.workspace_id = s.workspace_id and u.metric = 'messages' and u.period_end > ${after(now, monthAheadMs)})
    order by s.workspace_id limit ${atOnce}`)
  await forEachLogged(platform, 'open months', due, ({ workspace_id: id }) =>
    platform.db.asService(id, async tx => {
      const subscription = await lockSubscription(tx, id)
      if (!subscription || (await openNextMonth(platform, tx, subscription)) === false) return
      await platform.jobs.emit(tx, 'usage.renewed', { workspace_id: id })
    }),
  )
}
