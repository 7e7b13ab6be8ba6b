import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Order } from '../orders/order.ts'

/** An order that was paid, in the chain of a plan. */
export type Link = Order & { settled_at: Date }

export type Standing = Pick<Order, 'plan' | 'interval' | 'price_id' | 'method' | 'currency'> & {
  period_start: Date
  period_end: Date
  paid_until: Date
}

/** The first order of the plan that was begun last, and what was paid for that plan since, as they settled; without bought messages. */
export async function chainOf(tx: Tx, workspaceId: string): Promise<Link[]> {
  const { rows } = await sql<Link>`select o.* from orders o
    where o.workspace_id = ${workspaceId} and o.status = 'success' and o.kind <> 'extra' and (o.settled_at, o.id) >= (
      select f.settled_at, f.id from orders f
      where f.workspace_id = ${workspaceId} and f.kind = 'first' and f.status = 'success' order by 1 desc, 2 desc limit 1)
    order by o.settled_at, o.id`.execute(tx)
  return rows
}

/**
 * Lives a chain through once more: which plan stands on those of its orders that still hold, and which have nothing left to stand
 * on. A renewal stands where the paid time before it ends; a change of plan on the plan that it was counted from.
 */
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
      // How it renews is how the latest of them was paid.
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

/** What falls when one of its orders goes back. One whose time is over has been used: nothing falls with it. */
export function fallenWithout(chain: readonly Link[], orderId: string, now: Date): Link[] {
  const rest = chain.map(order =>
    order.id === orderId && order.period_end > now ? { ...order, ended_at: now } : order,
  )
  return standOn(rest, now).fallen
}

/** What of an order's money paid for time that was left when it ended, in the currency's smallest coin. */
function unusedOf({ amount, period_start, period_end }: Order, at: Date): number {
  const [from, to] = [period_start.getTime(), period_end.getTime()]
  const left = to - Math.max(from, at.getTime())
  return left <= 0 ? 0 : Math.floor((amount * left) / (to - from))
}

/** What of it becomes credit then. @param parts what went back in parts: that was of the unused time first */
export function creditableOf(order: Order, parts: number, at: Date): number {
  return Math.max(0, Math.min(order.amount - order.credited, unusedOf(order, at)) - parts)
}

function wordsOf({ plan, interval, price_id, method, currency }: Order) {
  return { plan, interval, price_id, method, currency }
}

function leaves({ from_plan, from_interval, from_until }: Order, { plan, interval, paid_until }: Standing): boolean {
  return plan === from_plan && interval === from_interval && from_until !== null && paid_until >= from_until
}
