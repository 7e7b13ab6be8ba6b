import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { Interval, PaymentMethodKind, PlanCode, SubscriptionStatus } from '#shared/words.ts'

export type Subscription = {
  workspace_id: string
  time_zone: string
  plan: PlanCode
  interval: Interval | null
  status: SubscriptionStatus
  price_id: string | null
  currency: Currency | null
  method: PaymentMethodKind | null
  period_start: Date
  period_end: Date
  paid_until: Date | null
  cancel_at_period_end: boolean
  pending_plan: PlanCode | null
  pending_interval: Interval | null
  /** announced terms of its own plan, and the first period that has them */
  next_terms: PlanCode | null
  next_terms_from: Date | null
  grace_until: Date | null
  first_discount_bp: number
  provider_customer: string | null
  provider_subscription: string | null
  /** the workspace is deleted and about to be erased */
  gone: boolean
}

/** Every action on orders, money and plan locks this first, so that none deadlock. Undefined without a subscription. */
export async function lockSubscription(tx: Tx, workspaceId: string): Promise<Subscription | undefined> {
  const { rows } =
    await sql<Subscription>`select s.*, w.time_zone, w.deleted_at is not null as gone from subscriptions s join workspaces w on w.id = s.workspace_id
    where s.workspace_id = ${workspaceId} for no key update of s`.execute(tx)
  return rows[0]
}

export function isPaid(subscription: Subscription | undefined): subscription is Subscription & { interval: Interval } {
  return subscription?.status === 'active' || subscription?.status === 'past_due'
}

/** From the first unpaid period on. */
export function nextPlan(subscription: Subscription): { plan: PlanCode; interval: Interval } {
  const { interval, pending_plan, pending_interval, paid_until: until } = subscription
  const { next_terms: terms, next_terms_from: from } = subscription
  const plan = pending_plan ?? subscription.plan
  const changed = plan === subscription.plan && terms !== null && from !== null && until !== null && until >= from
  return { plan: changed ? terms : plan, interval: pending_interval ?? interval ?? 'month' }
}

export async function saveSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  const { workspace_id, time_zone, gone, ...row } = subscription
  await tx.updateTable('subscriptions').set(row).where('workspace_id', '=', workspace_id).execute()
}

/** Saves it and announces the change, in the caller's transaction. */
export async function saveChangedSubscription(platform: Platform, tx: Tx, subscription: Subscription): Promise<void> {
  await saveSubscription(tx, subscription)
  const { workspace_id, status, plan } = subscription
  await platform.jobs.emit(tx, 'subscription.changed', { workspace_id, status, plan })
}
