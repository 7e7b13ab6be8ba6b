import { useQuery } from '@tanstack/react-query'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'

export function useDomains() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['domains', workspace.id],
    async queryFn(): Promise<Record<string, string[]>> {
      const rows = await readRows('website_domains', query =>
        query.eq('workspace_id', workspace.id).order('created_at'),
      )
      const hosts: Record<string, string[]> = {}
      for (const row of rows) (hosts[row.channel_id] ??= []).push(row.host)
      return hosts
    },
  })
}
