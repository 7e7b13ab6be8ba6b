import { sql } from 'kysely'
import { days, after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { Interval, PlanCode } from '#shared/words.ts'
import type { Subscription } from '../orders/subscription-lock.ts'

export type Price = { id: string; plan: PlanCode; interval: Interval; currency: Currency; amount: number }

/** Undefined if not sold so, or another workspace's custom plan. */
export async function priceAt<I extends Interval | 'once'>(
  tx: Tx,
  wanted: { workspace_id: string; plan: PlanCode; interval: I; currency: Currency },
  at: Date,
): Promise<(Omit<Price, 'interval'> & { interval: I }) | undefined> {
  const { rows } = await sql<
    Omit<Price, 'interval'> & { interval: I }
  >`select id, plan, interval, currency, amount from prices
    where plan = ${wanted.plan} and interval = ${wanted.interval} and currency = ${wanted.currency} and valid_from <= ${at}
      and exists (select from plans p where p.code = prices.plan and coalesce(p.workspace_id, ${wanted.workspace_id}) = ${wanted.workspace_id})
    order by valid_from desc limit 1`.execute(tx)
  return rows[0]
}

/** For plans; one-time products have no interval. */
export async function priceById(tx: Tx, id: string): Promise<Price> {
  const { rows } = await sql<Price>`select id, plan, interval, currency, amount from prices
    where id = ${id} and interval <> 'once'`.execute(tx)
  if (!rows[0]) throw new Error(`No price ${id}.`)
  return rows[0]
}

/** Days of notice before a new price applies to a subscriber. */
export const noticeDays = 30

/** Unchanged until a newer one was announced thirty days before. */
export async function renewalPrice(
  tx: Tx,
  subscription: Subscription,
  wanted: { plan: PlanCode; interval: Interval; currency: Currency },
  periodStart: Date,
): Promise<Price | undefined> {
  const stored = subscription.price_id ? await priceById(tx, subscription.price_id) : undefined
  if (stored?.plan !== wanted.plan || stored.interval !== wanted.interval || stored.currency !== wanted.currency)
    return priceAt(tx, { ...wanted, workspace_id: subscription.workspace_id }, periodStart)
  const { rows } = await sql<Price>`select id, plan, interval, currency, amount from prices
    where plan = ${wanted.plan} and interval = ${wanted.interval} and currency = ${wanted.currency} and valid_from <= ${periodStart}
      and (id = ${stored.id} or announced_at <= ${after(periodStart, -days(noticeDays))})
    order by valid_from desc limit 1`.execute(tx)
  return rows[0] ?? stored
}

/** The law's days are Viet Nam's, whatever the buyer's time zone. */
const lawZone = 'Asia/Ho_Chi_Minh'

/** In hundredths of a percent. */
export async function taxAt(tx: Tx, at: Date): Promise<number> {
  const day = localDate(at, lawZone)
  const { rows } = await sql<{ bp: number }>`select bp from private.tax_rates
    where valid_from <= ${day}::date and (valid_to is null or valid_to >= ${day}::date) order by valid_from desc limit 1`.execute(
    tx,
  )
  return rows[0]?.bp ?? 0
}
