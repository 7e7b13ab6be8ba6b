import { sql } from 'kysely'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { mailAdmins } from '../billing-mails.ts'
import { closeOrder } from '../orders/close-order.ts'
import type { Order } from '../orders/order.ts'
import { lockSubscription, saveSubscription } from '../orders/subscription-lock.ts'
import { planName } from '../plans/plan-name.ts'
import type { Offer } from './offer.ts'

/** @throws request.not_found, billing.offer_accepted, billing.offer_ended. Part payments become credit */
export async function endOffer(platform: Platform, operator: Operator, { id }: { id: string }): Promise<void> {
  await platform.db.asService(null, async tx => {
    const seen = await findOffer(tx, id)
    if (!seen) throw failure('request.not_found')
    const { workspace_id, plan } = seen
    const subscription = await lockSubscription(tx, workspace_id)
    const offer = await findOffer(tx, id)
    if (offer?.accepted_at || subscription?.pending_plan === plan) throw failure('billing.offer_accepted')
    if (!offer || offer.ended_at) throw failure('billing.offer_ended')
    await sql`update offers set ended_at = ${platform.clock.now()} where id = ${id}`.execute(tx)
    const { rows } = await sql<Order>`select * from orders
      where workspace_id = ${workspace_id} and plan = ${plan} and status = 'processing' for no key update`.execute(tx)
    for (const order of rows) await closeOrder(platform, tx, order, 'cancelled')
    if (subscription?.next_terms === plan) {
      Object.assign(subscription, { next_terms: null, next_terms_from: null })
      await saveSubscription(tx, subscription)
      const { status, plan: running } = subscription
      await platform.jobs.emit(tx, 'subscription.changed', { workspace_id, status, plan: running })
    }
    const meta = { plan }
    await recordOperatorAct(platform, tx, operator, {
      workspaceId: workspace_id,
      action: 'offer.ended',
      target: id,
      meta,
    })
    await platform.jobs.emit(tx, 'offer.changed', { workspace_id, offer_id: id, what: 'ended' })
    const name = await planName(tx, plan)
    await mailAdmins(platform, tx, workspace_id, offer.holds_from ? 'terms_ended' : 'offer_ended', () => ({
      values: { plan: name },
    }))
  })
}

async function findOffer(tx: Tx, id: string): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`select * from offers where id = ${id}`.execute(tx)
  return rows[0]
}
