import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { closeOrder } from './close-order.ts'
import { isOrderStillValid } from './order-still-valid.ts'
import type { Order } from './order.ts'
import type { Subscription } from './subscription-lock.ts'

/** Closes open orders that no longer fit the plan: renewals of the old one, other first orders. */
export async function closeOthers(
  platform: Platform,
  tx: Tx,
  subscription: Subscription,
  except: string | null = null,
): Promise<void> {
  const { rows } = await sql<Order>`select * from orders
    where workspace_id = ${subscription.workspace_id} and status = 'processing' and id is distinct from ${except} for no key update`.execute(
    tx,
  )
  for (const other of rows)
    if (!isOrderStillValid(other, subscription, platform.clock.now()))
      await closeOrder(platform, tx, other, 'cancelled')
}
