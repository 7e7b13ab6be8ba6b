import { sql } from 'kysely'
import { carryPacks } from '#features/usage/message-packs.ts'
import { closeMonths, type Limits, monthAt, openMonth, setLimits } from '#features/usage/set-limits.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { usageMonth } from '#shared/rules/money/billing-period.ts'
import { nextPlan, type Subscription } from '../orders/subscription-lock.ts'
import type { PlanCode } from '#shared/words.ts'

export async function limitsOf(tx: Tx, plan: PlanCode): Promise<Limits> {
  const { rows } =
    await sql<Limits>`select messages, campaigns, connections, documents, members from plans where code = ${plan}`.execute(
      tx,
    )
  if (!rows[0]) throw new Error(`No plan ${plan}.`)
  return rows[0]
}

/** A running month of messages keeps its count; after a trial or no plan a new one begins. */
export async function allowPlan(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, plan, time_zone: timeZone }: Pick<Subscription, 'workspace_id' | 'plan' | 'time_zone'>,
  how: 'begin' | 'go on',
): Promise<void> {
  const now = platform.clock.now()
  const running = how === 'go on' ? await monthAt(tx, workspaceId, now) : undefined
  const period = running ?? { start: now, end: usageMonth(now, timeZone).end }
  await setLimits(tx, workspaceId, period, await limitsOf(tx, plan))
  await carryPacks(tx, workspaceId, now)
}

export async function endUse(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  await closeMonths(tx, workspaceId, platform.clock.now())
}

/** Opened early, so that none is missing at its first moment. False if it existed. */
export async function openNextMonth(platform: Platform, tx: Tx, subscription: Subscription): Promise<boolean> {
  const { workspace_id: workspaceId, time_zone: timeZone, period_end: periodEnd } = subscription
  const now = platform.clock.now()
  const running = await monthAt(tx, workspaceId, now)
  const start = running?.end ?? now
  const plan = start >= periodEnd ? await planAfter(tx, subscription) : subscription.plan
  const limits = await limitsOf(tx, plan)
  return openMonth(tx, workspaceId, { start, end: usageMonth(start, timeZone).end }, limits)
}

async function planAfter(tx: Tx, subscription: Subscription): Promise<PlanCode> {
  const { rows } = await sql<{ plan: PlanCode }>`select plan from orders
    where workspace_id = ${subscription.workspace_id} and kind = 'renewal' and status = 'success' and ended_at is null
      and period_start = ${subscription.period_end} order by settled_at desc limit 1`.execute(tx)
  return rows[0]?.plan ?? nextPlan(subscription).plan
}
