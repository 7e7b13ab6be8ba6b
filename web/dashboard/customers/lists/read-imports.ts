import type { Result } from '#shared/contracts/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'

export type ListImport = Row<'imports'>

export type BroughtList = Result<'POST /api/v1/customers/imports'>

export const isAtWork = ({ status }: Pick<ListImport, 'status'>): boolean =>
  status === 'checking' || status === 'importing' || status === 'undoing'

const pollMs = 700

/** Polled while one is being processed. */
export function useImports() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['customer-imports', workspace.id],
    queryFn: () =>
      readRows('imports', query =>
        query.eq('workspace_id', workspace.id).order('created_at', { ascending: false }).limit(20),
      ),
    refetchInterval: query => (query.state.data?.some(isAtWork) ? pollMs : false),
  })
}
