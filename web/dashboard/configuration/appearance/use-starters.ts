import { useQuery } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

export function useStarters(): Result<'GET /api/v1/bot/starters'> | undefined {
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({ queryKey: ['starters', workspace.id], queryFn: () => call('GET /api/v1/bot/starters') })
  return data
}
