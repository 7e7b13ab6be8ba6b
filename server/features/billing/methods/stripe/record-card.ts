import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { lastingKey } from '#platform/secrets/lasting-keys.ts'
import type { Platform } from '#platform/platform.ts'
import { paymentIntentOf } from './payment-intent.ts'
import { readStripe } from './stripe-api.ts'
import { listOf, stripeCharge } from './stripe-objects.ts'

/** Stores a keyed hash of the card's fingerprint: two workspaces with one card are noticed, but the card stays unknown. */
export async function recordCard(platform: Platform, { order_id: orderId }: { order_id: string }): Promise<void> {
  const paid = await platform.db.readAsService<{ workspace_id: string; reference: string }>(
    sql`select workspace_id, reference from private.payments where order_id = ${orderId} and method = 'stripe'`,
  )
  for (const { workspace_id: workspaceId, reference } of paid) {
    const query = { payment_intent: await paymentIntentOf(platform, reference), limit: 10 }
    const { data } = await readStripe(platform, '/charges', query, listOf(stripeCharge))
    for (const { payment_method_details: details } of data) {
      const fingerprint = details?.card?.fingerprint
      if (!fingerprint) continue
      await platform.db.asService(workspaceId, async tx => {
        const key = await lastingKey(platform, tx, 'payer marks')
        const mark = createHmac('sha256', key).update(fingerprint).digest('hex')
        await sql`insert into private.payer_marks (workspace_id, kind, mark, seen_at)
          values (${workspaceId}, 'card', ${mark}, ${platform.clock.now()})
          on conflict (workspace_id, kind, mark) do update set seen_at = excluded.seen_at`.execute(tx)
      })
    }
  }
}
