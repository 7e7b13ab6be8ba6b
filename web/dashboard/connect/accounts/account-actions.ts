import { useQueryClient } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import type { Account } from '#web/parts/channels/channel-state.ts'

export type AccountKind = Account['kind']

type Checked = Result<'POST /api/v1/channels/:id/check'>

export function useAccountActions() {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const renew = () =>
    queries.invalidateQueries({ queryKey: ['live', `workspace:${workspace.id}`, 'channels'] }).catch(() => {})

  return {
    renew,
    async signIn(kind: AccountKind, channel?: Channel): Promise<void> {
      const body = kind === 'zalo' && channel ? { channel_id: channel.id } : {}
      const { url } = await call(`POST /api/v1/channels/${kind}/start`, { body, repeatable: true })
      location.assign(url)
    },
    async check(channelId: string): Promise<Checked> {
      const checked = await call('POST /api/v1/channels/:id/check', { params: { id: channelId }, repeatable: true })
      await renew()
      return checked
    },
    /** @returns whether problems remain that the program should have repaired */
    async repair(channelId: string): Promise<boolean> {
      try {
        const { health } = await call('POST /api/v1/channels/:id/repair', {
          params: { id: channelId },
          repeatable: true,
        })
        return health.findings.every(({ repair }) => repair !== 'repair')
      } catch (error) {
        if (error instanceof ApiError && error.code === 'channel.nothing_to_repair') return false
        throw error
      } finally {
        await renew()
      }
    },
    async disconnect(channelId: string): Promise<void> {
      await call('POST /api/v1/channels/:id/disconnect', { params: { id: channelId } })
      await renew()
    },
  }
}
