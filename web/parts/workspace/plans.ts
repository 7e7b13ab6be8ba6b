import { useQuery } from '@tanstack/react-query'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { OfferedMethod } from './plan-prices.ts'

/** The plans with today's prices, and the ways to pay that have keys here. */
export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: () => call<{ plans: PricedPlan[]; methods: OfferedMethod[] }>('GET', '/plans'),
  })
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
