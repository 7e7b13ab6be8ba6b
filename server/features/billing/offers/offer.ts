import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Order } from '../orders/order.ts'
import { isPaid, type Subscription } from '../orders/subscription-lock.ts'
import type { CustomPlan, PlanCode } from '#shared/words.ts'

export type Offer = {
  id: string
  workspace_id: string
  plan: CustomPlan
  note: string
  valid_until: Date | null
  holds_from: Date | null
  made_at: Date
  accepted_at: Date | null
  ended_at: Date | null
}

/** Undefined: allowed. A workspace may buy public plans, its current one, and its own offered one once. */
export async function whyNotOffered(
  tx: Tx,
  subscription: Subscription,
  plan: PlanCode,
  now: Date,
): Promise<'request.not_found' | 'billing.offer_ended' | 'billing.offer_expired' | undefined> {
  const { rows } = await sql<
    Pick<Offer, 'valid_until' | 'accepted_at' | 'ended_at'> & { owner: string | null }
  >`select p.workspace_id as owner, o.valid_until, o.accepted_at, o.ended_at
    from plans p left join offers o on o.plan = p.code where p.code = ${plan}`.execute(tx)
  const [found] = rows
  if (!found) return 'request.not_found'
  if (found.owner === null) return undefined
  if (found.owner !== subscription.workspace_id) return 'request.not_found'
  if (isPaid(subscription) && subscription.plan === plan) return undefined
  if (found.ended_at || found.accepted_at || !found.valid_until) return 'billing.offer_ended'
  return found.valid_until <= now ? 'billing.offer_expired' : undefined
}

/** @throws request.not_found as for an unknown plan, billing.offer_ended, billing.offer_expired */
export async function checkOffered(tx: Tx, subscription: Subscription, plan: PlanCode, now: Date): Promise<void> {
  const refusal = await whyNotOffered(tx, subscription, plan, now)
  if (refusal) throw failure(refusal)
}

export async function isEndedOffer(tx: Tx, plan: PlanCode): Promise<boolean> {
  const { rows } = await sql`select 1 from offers where plan = ${plan} and ended_at is not null`.execute(tx)
  return rows.length > 0
}

/** No event for announced terms, because they begin by themselves. */
export async function recordAccepted(
  platform: Platform,
  tx: Tx,
  { plan, id: orderId }: Pick<Order, 'plan' | 'id'>,
): Promise<void> {
  const { rows } = await sql<Accepted>`update offers set accepted_at = ${platform.clock.now()}
    where plan = ${plan} and accepted_at is null returning id, workspace_id, holds_from`.execute(tx)
  await emitAccepted(platform, tx, rows, orderId)
}

/** Chosen for the period's end; its payment accepts it. */
export async function recordChosen(platform: Platform, tx: Tx, plan: PlanCode): Promise<void> {
  const { rows } = await sql<Accepted>`select id, workspace_id, holds_from from offers
    where plan = ${plan} and accepted_at is null and ended_at is null`.execute(tx)
  await emitAccepted(platform, tx, rows, null)
}

type Accepted = Pick<Offer, 'id' | 'workspace_id' | 'holds_from'>

async function emitAccepted(platform: Platform, tx: Tx, offers: Accepted[], orderId: string | null): Promise<void> {
  for (const { id, workspace_id } of offers.filter(offer => offer.holds_from === null))
    await platform.jobs.emit(tx, 'offer.accepted', { workspace_id, offer_id: id, order_id: orderId })
}

/** The offer to be accepted or to begin; also ends an expired one. Hold the subscription lock. */
export async function openOfferOf(tx: Tx, subscription: Subscription, now: Date): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`select * from offers
    where workspace_id = ${subscription.workspace_id} and accepted_at is null and ended_at is null`.execute(tx)
  const [offer] = rows
  if (!offer || [subscription.pending_plan, subscription.next_terms].includes(offer.plan)) return offer
  if (offer.valid_until && offer.valid_until > now) return offer
  const { rows: orders } = await sql`select 1 from orders
    where workspace_id = ${offer.workspace_id} and plan = ${offer.plan} and status = 'processing'`.execute(tx)
  // Ordered in time: the money may still come.
  if (orders.length > 0) return offer
  await sql`update offers set ended_at = ${now} where id = ${offer.id}`.execute(tx)
  return undefined
}
