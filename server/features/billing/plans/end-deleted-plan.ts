import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { methodOf } from '../methods.ts'
import { isPaid, lockSubscription } from '../orders/subscription-lock.ts'
import { closeOpenOrders, endPlan } from './advance-periods.ts'

/** A provider that renews by itself is asked to cancel, and retried until it accepts; then the plan ends. Nothing is refunded. */
export async function endDeletedPlan(platform: Platform, gone: EventCatalogue['workspace.deleted']): Promise<void> {
  const { workspace_id: workspaceId } = gone
  const seen = await platform.db.asService(workspaceId, tx => lockSubscription(tx, workspaceId))
  if (!seen) return
  const { method, provider_subscription: providerSubscription } = seen
  if (isPaid(seen) && method && providerSubscription)
    await methodOf(method).setRenewing?.(platform, { workspaceId, providerSubscription }, false)
  await platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    if (isPaid(subscription)) await endPlan(platform, tx, subscription)
    else await closeOpenOrders(platform, tx, workspaceId)
  })
}
