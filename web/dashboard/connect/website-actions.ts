import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'

/** The domains of every website channel of the workspace: channel → hosts in order. */
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

/** What an admin does with a website channel; afterwards the screen reads anew what changed. */
export function useWebsiteActions() {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const renew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['domains', workspace.id] }),
      queries.invalidateQueries({ queryKey: ['live', `workspace:${workspace.id}`, 'channels'] }),
    ])
  return {
    async connect(domain: string) {
      await call('POST', '/channels/websites', { domains: [domain] })
      await renew()
    },
    async setDomains(channelId: string, domains: string[]) {
      await call('PUT', `/channels/${channelId}/domains`, { domains })
      await renew()
    },
    async disconnect(channelId: string) {
      await call('POST', `/channels/${channelId}/disconnect`)
      await renew()
    },
  }
}
