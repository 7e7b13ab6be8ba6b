import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { methodOf } from '../methods.ts'
import { isPaid, lockSubscription, saveSubscription, type Subscription } from '../orders/subscription-lock.ts'
import { closeOpenOrders, endPlan } from './advance-periods.ts'

type RenewalState = Pick<Subscription, 'plan' | 'status' | 'period_end' | 'cancel_at_period_end'>

/** @throws billing.no_plan. Revocable until the end of the paid time; an unpaid plan ends now */
export async function cancelSubscription(platform: Platform, caller: Caller): Promise<RenewalState> {
  return change(platform, caller, false)
}

/** @throws billing.no_plan */
export async function resumeSubscription(platform: Platform, caller: Caller): Promise<RenewalState> {
  return change(platform, caller, true)
}

async function change(platform: Platform, caller: Caller, renews: boolean): Promise<RenewalState> {
  const { workspaceId } = caller
  const seen = await platform.db.asService(workspaceId, tx => lockSubscription(tx, workspaceId))
  if (!isPaid(seen)) throw failure('billing.no_plan')
  await notifyProvider(platform, seen, renews)
  return platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    if (!isPaid(subscription)) throw failure('billing.no_plan')
    if (!renews && subscription.status === 'past_due') {
      await endPlan(platform, tx, subscription)
      return renewalStateOf(subscription)
    }
    if (subscription.cancel_at_period_end === renews) {
      subscription.cancel_at_period_end = !renews
      await saveSubscription(tx, subscription)
      if (!renews) await closeOpenOrders(platform, tx, workspaceId, ['renewal'])
      const { status, plan } = subscription
      await platform.jobs.emit(tx, 'subscription.changed', { workspace_id: workspaceId, status, plan })
    }
    return renewalStateOf(subscription)
  })
}

/** The provider must accept it before anything is written. */
async function notifyProvider(platform: Platform, subscription: Subscription, renews: boolean): Promise<void> {
  const { method, provider_subscription: providerSubscription, workspace_id: workspaceId } = subscription
  if (!method || !providerSubscription) return
  try {
    await methodOf(method).setRenewing?.(platform, { workspaceId, providerSubscription }, renews)
  } catch (error) {
    platform.log.warn({ workspaceId, error }, 'A provider did not take a change of renewing')
    throw failure('billing.renewing_unchanged')
  }
}

function renewalStateOf({ plan, status, period_end, cancel_at_period_end }: Subscription): RenewalState {
  return { plan, status, period_end, cancel_at_period_end }
}
