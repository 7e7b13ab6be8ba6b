import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

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
      await call('POST /api/v1/channels/websites', { body: { domains: [domain] } })
      await renew()
    },
    async setDomains(channelId: string, domains: string[]) {
      await call('PUT /api/v1/channels/:id/domains', { params: { id: channelId }, body: { domains } })
      await renew()
    },
    async disconnect(channelId: string) {
      await call('POST /api/v1/channels/:id/disconnect', { params: { id: channelId } })
      await renew()
    },
  }
}
