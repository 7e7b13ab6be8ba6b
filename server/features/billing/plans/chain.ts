import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Order } from '../orders/order.ts'

export type Link = Order & { settled_at: Date }

export type Standing = Pick<Order, 'plan' | 'interval' | 'price_id' | 'method' | 'currency'> & {
  period_start: Date
  period_end: Date
  paid_until: Date
}

/** The current plan's first order and its later ones in order of settlement; without extra messages. */
export async function chainOf(tx: Tx, workspaceId: string): Promise<Link[]> {
  const { rows } = await sql<Link>`select o.* from orders o
    where o.workspace_id = ${workspaceId} and o.status = 'success' and o.kind <> 'extra' and (o.settled_at, o.id) >= (
      select f.settled_at, f.id from orders f
      where f.workspace_id = ${workspaceId} and f.kind = 'first' and f.status = 'success' order by 1 desc, 2 desc limit 1)
    order by o.settled_at, o.id`.execute(tx)
  return rows
}

/** Replays a chain: the plan that valid orders support, and orders that lost their basis. */
export function standOn(chain: readonly Link[], now: Date): { standing: Standing | undefined; fallen: Link[] } {
  let standing: Standing | undefined
  let ahead: Link[] = []
  const fallen: Link[] = []
  const turn = (at: Date): void => {
    for (let [next] = ahead; standing && next && next.period_start <= at; [next] = ahead) {
      const { period_start, period_end } = next
      standing = { ...wordsOf(next), period_start, period_end, paid_until: standing.paid_until }
      ahead = ahead.slice(1)
    }
  }
  for (const order of chain.filter(({ ended_at }) => ended_at === null)) {
    const { kind, settled_at: at, period_end, period_start } = order
    turn(at)
    if (kind === 'first') {
      standing = { ...wordsOf(order), period_start: at, period_end, paid_until: period_end }
      ahead = []
    } else if (kind === 'renewal' && standing?.paid_until.getTime() === period_start.getTime()) {
      standing.paid_until = period_end
      // The latest payment decides how it renews.
      Object.assign(standing, { method: order.method, currency: order.currency })
      ahead = [...ahead, order]
    } else if (kind === 'upgrade' && standing && leaves(order, standing)) {
      const begun = standing.interval === order.interval ? standing.period_start : at
      standing = { ...wordsOf(order), period_start: begun, period_end, paid_until: period_end }
      ahead = []
    } else fallen.push(order)
  }
  turn(now)
  return { standing, fallen }
}

/** Orders that depend on it. A used-up order supports nothing. */
export function fallenWithout(chain: readonly Link[], orderId: string, now: Date): Link[] {
  const rest = chain.map(order =>
    order.id === orderId && order.period_end > now ? { ...order, ended_at: now } : order,
  )
  return standOn(rest, now).fallen
}

/** The order's share for the remaining time, in the smallest unit. */
function unusedOf({ amount, period_start, period_end }: Order, at: Date): number {
  const [from, to] = [period_start.getTime(), period_end.getTime()]
  const left = to - Math.max(from, at.getTime())
  return left <= 0 ? 0 : Math.floor((amount * left) / (to - from))
}

/** `parts`: partial refunds, which count against the unused time first. */
export function creditableOf(order: Order, parts: number, at: Date): number {
  return Math.max(0, Math.min(order.amount - order.credited, unusedOf(order, at)) - parts)
}

function wordsOf({ plan, interval, price_id, method, currency }: Order) {
  return { plan, interval, price_id, method, currency }
}

function leaves({ from_plan, from_interval, from_until }: Order, { plan, interval, paid_until }: Standing): boolean {
  return plan === from_plan && interval === from_interval && from_until !== null && paid_until >= from_until
}
