import { sql } from 'kysely'
import { packUse } from '#features/usage/message-packs.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import { refundPolicy, type RefundRuling, ruleRefund } from '#shared/rules/refund.ts'
import { chainOf, creditableOf, fallenWithout, type Link, standOn } from '../plans/chain.ts'
import type { Order } from '../orders/order.ts'
import { partsOfOrder } from '../credit/refunded-parts.ts'
import { isPaid, type Subscription } from '../orders/subscription-lock.ts'
import type { PlanCode } from '#shared/words.ts'

/** Without partial refunds and credit. */
export async function refundableOf(tx: Tx, { id, amount, credited }: Order): Promise<number> {
  return Math.max(0, amount - credited - (await partsOfOrder(tx, id)))
}

/** Groups by the plan's first order; extra messages are their own chain. */
function chainKey(table: 'o' | 'x') {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql`case when ${of('kind')} = 'extra' then ${of('id')} else coalesce((select f.id from orders f
    where f.workspace_id = ${of('workspace_id')} and f.kind = 'first' and f.status = 'success'
      and (f.settled_at, f.id) <= (${of('settled_at')}, ${of('id')}) order by f.settled_at desc, f.id desc limit 1), ${of('id')}) end`
}

/** @throws request.not_found if unpaid or empty, billing.refund_open. A chain's orders count as one refund */
export async function ruleOrder(platform: Platform, tx: Tx, order: Order, usageRatio: number): Promise<RefundRuling> {
  const now = platform.clock.now()
  const left = await refundableOf(tx, order)
  if (order.status !== 'success' || !order.settled_at || left === 0) throw failure('request.not_found')
  const { rows } = await sql<{ count: number; open: boolean }>`select
      count(*) filter (where (r.path = 'review' or r.requested_by is not null) and r.requested_at > ${after(now, -days(365))}
        and not (${chainKey('o')} = ${chainKey('x')} and x.id < r.id))::int as count,
      coalesce(bool_or(r.order_id = x.id), false) as open
    from orders x join refunds r on r.workspace_id = x.workspace_id join orders o on o.id = r.order_id
    where x.id = ${order.id} and r.status <> 'rejected' and r.payment_id is null and not r.part`.execute(tx)
  if (rows[0]?.open) throw failure('billing.refund_open')
  return ruleRefund({
    settledAt: order.settled_at,
    now,
    usageRatio,
    kind: 'plan',
    renewal: order.kind === 'renewal',
    earlierRefunds: rows[0]?.count ?? 0,
  })
}

export type Later = {
  order_id: string
  kind: Order['kind']
  plan: PlanCode
  amount: number
  currency: Currency
  /** null: not refundable as money */
  path: 'auto' | 'review' | null
  /** otherwise: credit for the unused time */
  credit: number
}
export type Refundable = {
  order_id: string
  amount: number
  currency: Currency
  path: 'auto' | 'review'
  until: Date
  /** null: renewals have no guarantee */
  guarantee_until: Date | null
  later: Later[]
  /** null: no plan remains */
  stays: { plan: PlanCode; until: Date } | null
}

/** Today's refundable orders: how decided, until when, and what depends on them. */
export async function listRefundable(
  platform: Platform,
  tx: Tx,
  subscription: Subscription | undefined,
  workspaceId: string,
): Promise<Refundable[]> {
  const { autoWindowDays, guaranteeWindowDays } = refundPolicy
  const { rows } =
    await sql<Order>`select o.* from orders o where workspace_id = ${workspaceId} and status = 'success' and amount > credited
    and settled_at >= ${after(platform.clock.now(), -days(guaranteeWindowDays))}
    and not exists (select from refunds r where r.order_id = o.id and r.status <> 'rejected' and r.payment_id is null and not r.part) order by settled_at desc`.execute(
      tx,
    )
  const chain = isPaid(subscription) ? await chainOf(tx, workspaceId) : []
  const found: Refundable[] = []
  for (const order of rows) {
    const amount = await refundableOf(tx, order)
    const path = amount > 0 ? await pathOf(platform, tx, order) : null
    if (!path || !order.settled_at) continue
    const until = after(order.settled_at, days(path === 'auto' ? autoWindowDays : guaranteeWindowDays))
    const guarantee = order.kind === 'renewal' ? null : after(order.settled_at, days(guaranteeWindowDays))
    const now = platform.clock.now()
    const later = await Promise.all(laterOf(chain, order, now).map(one => describe(platform, tx, one)))
    const stays = staysOf(chain, order, now)
    const { id: order_id, currency } = order
    found.push({ order_id, amount, currency, path, until, guarantee_until: guarantee, later, stays })
  }
  return found
}

export function laterOf(chain: readonly Link[], { id }: Order, now: Date): Link[] {
  return chain.some(one => one.id === id) ? fallenWithout(chain, id, now) : []
}

async function describe(platform: Platform, tx: Tx, order: Link): Promise<Later> {
  const { id: order_id, kind, plan, currency } = order
  const amount = await refundableOf(tx, order)
  const path = amount > 0 ? await pathOf(platform, tx, order) : null
  const credit = creditableOf(order, await partsOfOrder(tx, order.id), platform.clock.now())
  return { order_id, kind, plan, amount, currency, path, credit }
}

function staysOf(chain: readonly Link[], { id, kind, period_end }: Order, now: Date): Refundable['stays'] {
  const ends = kind !== 'extra' && period_end > now
  const rest = chain.map(one => (one.id === id && ends ? { ...one, ended_at: now } : one))
  const { standing } = standOn(rest, now)
  return standing && standing.paid_until > now ? { plan: standing.plan, until: standing.paid_until } : null
}

/** null: refused, or already requested. */
async function pathOf(platform: Platform, tx: Tx, order: Order): Promise<'auto' | 'review' | null> {
  const ruling = await ruleOrder(platform, tx, order, await usageSince(platform, tx, order)).catch(() => undefined)
  if (!ruling || ruling.verdict === 'refused') return null
  return ruling.verdict === 'approved' ? 'auto' : 'review'
}

/** The highest monthly share of messages used since payment; for extra messages, their own share. */
export async function usageSince(platform: Platform, tx: Tx, order: Order): Promise<number> {
  const now = platform.clock.now()
  if (order.kind === 'extra') return packUse(tx, order.id, now)
  const { rows } = await sql<{
    ratio: number | null
  }>`select max(used::float8 / nullif(hard_limit - extra, 0)) as ratio from usage_counters
    where workspace_id = ${order.workspace_id} and metric = 'messages' and period_start <= ${now} and period_end > ${order.settled_at}`.execute(
    tx,
  )
  return rows[0]?.ratio ?? 0
}
