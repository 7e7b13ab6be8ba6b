import { useQueryClient } from '@tanstack/react-query'
import type { ChannelHealth } from '#shared/contracts/channels/channels.contract.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import type { Channel } from '#web/data/wire-rows.ts'

export type AccountKind = 'facebook' | 'zalo'

type Checked = { status: string; health: ChannelHealth }

/** What an admin does with an account of Messenger or Zalo; afterwards the screen reads anew what changed. */
export function useAccountActions() {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const renew = () =>
    queries.invalidateQueries({ queryKey: ['live', `workspace:${workspace.id}`, 'channels'] }).catch(() => {})

  return {
    renew,
    /** Leads to the platform's own page. @param channel one that is to be connected again */
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
    /** @returns whether anything is left that the program should have mended */
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
