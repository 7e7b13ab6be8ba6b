import { useQuery } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

const everyMs = 3_600_000

/** Records the visit. @returns how long the member had been away, if for weeks */
export function useVisit(): Result<'POST /api/v1/visits'>['away'] {
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['visit', workspace.id],
    queryFn: () => call('POST /api/v1/visits', { repeatable: true }),
    staleTime: everyMs,
    refetchInterval: everyMs,
  })
  return data?.away ?? null
}
