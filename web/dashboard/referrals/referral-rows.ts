import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

/** A withdrawal's state changes on the server. */
const askEveryMs = 15_000

export function useReferrals() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['referrals', workspace.id],
    queryFn: () => call('GET /api/v1/referrals'),
    refetchInterval: ({ state }) =>
      state.data?.withdrawals.some(({ status }) => ['requested', 'approved', 'sent'].includes(status))
        ? askEveryMs
        : false,
  })
}

/** Billing shows the credit. */
export function useReadAnew(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const key of ['referrals', 'billing']) void queries.invalidateQueries({ queryKey: [key] })
  }, [queries])
}
