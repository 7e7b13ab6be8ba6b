import { useQuery } from '@tanstack/react-query'
import type { Currency } from '#shared/rules/money/money.ts'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { isOwnPlan } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { planNames } from './plan-prices.ts'

/** A plan of the shop's own, with the offer that it came by. */
export type CustomPlan = PricedPlan & {
  name: string
  imported_customers: number | null
  active_sequences: number | null
  offer: Row<'offers'>
}

/** The plans with today's prices, and the ways to pay that have keys here; behind them those of the shop's own, which its admins see alone. */
export function usePlans() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['plans', workspace.id],
    // An offer is made, or taken back, at any time.
    staleTime: 0,
    async queryFn() {
      const [{ plans, methods }, own] = await Promise.all([call('GET /api/v1/plans'), readCustomPlans(workspace.id)])
      return { plans: [...plans, ...own], own, methods }
    },
  })
}

async function readCustomPlans(workspaceId: string): Promise<CustomPlan[]> {
  const offers = await readRows('offers', query => query.eq('workspace_id', workspaceId).order('made_at').limit(50))
  if (offers.length === 0) return []
  const [plans, prices] = await Promise.all([
    readRows('plans', query => query.eq('workspace_id', workspaceId)),
    readRows('prices', query =>
      query.in(
        'plan',
        offers.map(({ plan }) => plan),
      ),
    ),
  ])
  return offers.flatMap(offer => {
    const plan = plans.find(({ code }) => code === offer.plan)
    if (!plan) return []
    const own = prices.filter(price => price.plan === plan.code)
    const priced = own.map(({ interval, currency, amount }) => ({ interval, currency: currency as Currency, amount }))
    return {
      ...plan,
      name: plan.name ?? '',
      offer,
      prices: priced.flatMap(({ interval, ...price }) =>
        interval === 'month' || interval === 'year' ? { ...price, interval } : [],
      ),
      extra_messages: priced.filter(({ interval }) => interval === 'once'),
    }
  })
}

/** What people call a plan. One of a shop's own bears the name that it was given, where one may read it. */
export function usePlanName(): (plan: string) => string {
  const { data } = usePlans()
  return plan => planNames[plan] ?? data?.own.find(({ code }) => code === plan)?.name ?? shortNameOf(plan)
}

/** The same where the plans are not read: of a shop's own only that it is one. */
export function shortNameOf(plan: string): string {
  return planNames[isOwnPlan(plan) ? 'custom' : plan] ?? plan
}

/** Whether an offer can be accepted yet. */
export function isOpenOffer({ valid_until: until, accepted_at, ended_at }: Row<'offers'>, now: Date): boolean {
  return !accepted_at && !ended_at && until !== null && new Date(until) > now
}

/** The plan that the workspace has. */
export function useSubscription() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['subscription', workspace.id],
    queryFn: async () => (await readRows('subscriptions', query => query.eq('workspace_id', workspace.id)))[0] ?? null,
    staleTime: 0,
  })
}
