import { useQuery } from '@tanstack/react-query'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { isCustomPlan, type PlanCode } from '#shared/words.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { planNames } from './plan-prices.ts'

export type CustomPlan = PricedPlan & {
  name: string
  imported_customers: number | null
  active_sequences: number | null
  offer: Row<'offers'>
}

/** Methods without keys are left out; a shop's own plans come last and only its admins see them. */
export function usePlans() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['plans', workspace.id],
    // Offers are made and withdrawn at any time.
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
    const priced = prices
      .filter(price => price.plan === plan.code)
      .map(({ interval, currency, amount }) => ({ interval, currency, amount }))
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

/** A shop's own plan has its given name, if readable. */
export function usePlanName(): (plan: PlanCode) => string {
  const { data } = usePlans()
  const { trial } = useTexts(dashboardTexts)
  return plan =>
    (plan === 'trial' ? trial : planNames[plan]) ??
    data?.own.find(({ code }) => code === plan)?.name ??
    shortNameOf(plan)
}

/** Without reading the plans: a shop's own is only named as such. */
export function shortNameOf(plan: PlanCode): string {
  return planNames[isCustomPlan(plan) ? 'custom' : plan] ?? plan
}

/** Whether it can still be accepted. */
export function isOpenOffer({ valid_until: until, accepted_at, ended_at }: Row<'offers'>, now: Date): boolean {
  return !accepted_at && !ended_at && until !== null && new Date(until) > now
}

export function useSubscription() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['subscription', workspace.id],
    queryFn: async () => (await readRows('subscriptions', query => query.eq('workspace_id', workspace.id)))[0] ?? null,
    staleTime: 0,
  })
}
