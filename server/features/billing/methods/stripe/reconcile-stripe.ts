import { sql } from 'kysely'
import type { z } from 'zod'
import { after, days } from '#platform/clock.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { readStripe } from './stripe-api.ts'
import { enqueueSync } from './stripe-hook.ts'
import { listOf, stripeId, stripeInvoice, stripeRefund, stripeSession } from './stripe-objects.ts'
import { actOn } from './take-session.ts'

/** Stripe retries a notification this long. */
const lookBackMs = days(3)
/** A bank may refuse a refund this long after it had arrived. */
const refusedMs = days(35)
const maxPages = 50

/** Polls, so that no lost notification loses money. */
export async function reconcileStripe(platform: Platform): Promise<void> {
  if (!platform.config.STRIPE_SECRET_KEY) return
  await platform.db.asService(null, tx =>
    platform.jobs.enqueue(tx, { kind: 'reconcile stripe', key: 'reconcile stripe', payload: {} }),
  )
}

export async function readStripeAnew(platform: Platform): Promise<void> {
  const since = Math.floor(after(platform.clock.now(), -lookBackMs).getTime() / 1000)
  const customers = new Set<string>()
  const sessions = await allOf(platform, '/checkout/sessions', since, stripeSession)
  await forEachLogged(platform, 'reconcile stripe', sessions, session => actOn(platform, session))
  const invoices = await allOf(platform, '/invoices', since, stripeInvoice)
  for (const { customer } of [...sessions, ...invoices]) if (customer) customers.add(customer)
  const late = await platform.db.readAsService<{
    customer: string
  }>(sql`select c.customer from private.stripe_customers c
    join subscriptions s on s.workspace_id = c.workspace_id
    where s.provider_subscription is not null and (s.period_end <= ${platform.clock.now()} or s.status not in ('active', 'past_due'))`)
  for (const { customer } of late) customers.add(customer)
  await platform.db.asService(null, async tx => {
    for (const customer of customers) await enqueueSync(platform, tx, customer)
  })
  await reconcileReturns(platform, since)
}

/** Returns and disputes of these days, and all that we know to be open. */
async function reconcileReturns(platform: Platform, since: number): Promise<void> {
  const sent = await platform.db.readAsService<{ id: string }>(sql`select r.provider_ref as id from refunds r
    join orders o on o.id = r.order_id where r.status = 'sent' and o.method = 'stripe' and r.provider_ref like 're_%'`)
  const open = await platform.db.readAsService<{ id: string }>(
    sql`select reference as id from private.payment_disputes where method = 'stripe' and closed_at is null`,
  )
  const long = Math.floor(after(platform.clock.now(), -refusedMs).getTime() / 1000)
  const refunds = (await allOf(platform, '/refunds', long, stripeRefund)).filter(
    ({ created, status }) => created.getTime() >= since * 1000 || status === 'failed' || status === 'canceled',
  )
  const disputes = await allOf(platform, '/disputes', since, stripeId)
  const idsOf = (...lists: { id: string }[][]) => new Set(lists.flat().map(({ id }) => id))
  await platform.db.asService(null, async tx => {
    for (const refund of idsOf(sent, refunds))
      await platform.jobs.enqueue(tx, { kind: 'take refund', key: `take refund ${refund}`, payload: { refund } })
    for (const dispute of idsOf(open, disputes))
      await platform.jobs.enqueue(tx, { kind: 'take dispute', key: `take dispute ${dispute}`, payload: { dispute } })
  })
}

async function allOf<T extends z.ZodType<{ id: string }>>(
  platform: Platform,
  path: string,
  since: number,
  shape: T,
): Promise<z.output<T>[]> {
  const all: z.output<T>[] = []
  for (let page = 0; page < maxPages; page++) {
    const query = { limit: 100, created: { gte: since }, starting_after: all.at(-1)?.id }
    const { data, has_more: more } = await readStripe(platform, path, query, listOf(shape))
    all.push(...data)
    if (!more || data.length === 0) break
  }
  return all
}
