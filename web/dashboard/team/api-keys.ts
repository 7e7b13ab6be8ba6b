import { useQuery } from '@tanstack/react-query'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'

/** Includes revoked ones, which the log mentions. Only admins see any. */
export function useApiKeys() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['api keys', workspace.id],
    queryFn: () =>
      readRows('api_keys', query => query.eq('workspace_id', workspace.id).order('created_at', { ascending: false })),
  })
}
