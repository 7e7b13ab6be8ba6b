import { type PaidWays, paidWays, withPaidWays } from '#shared/rules/campaigns/paid-ways.ts'
import { paidRoute } from '#shared/rules/campaigns/sending-routes.ts'
import { zaloMessage } from '#web/dashboard/campaigns/paid-switch.tsx'
import type { Draft } from './use-draft.ts'

export function waysOfDraft({ routes, max_each, zalo_paid }: Draft): PaidWays {
  return paidWays({ marketing: routes.includes(paidRoute), max_each, zalo_paid })
}

/** @param each Meta's price, đồng; by default what was agreed to */
export function draftWithWays(draft: Draft, chosen: Partial<PaidWays>, each = draft.max_each ?? 0): Partial<Draft> {
  const ways = { ...waysOfDraft(draft), ...chosen }
  const costs = { marketing: ways.meta, max_each: draft.max_each, zalo_paid: draft.zalo_paid }
  const { max_each, zalo_paid } = withPaidWays(costs, ways, { zalo: zaloMessage, meta: each })
  const others = draft.routes.filter(route => route !== paidRoute)
  return { routes: ways.meta ? [...others, paidRoute] : others, max_each, zalo_paid }
}
