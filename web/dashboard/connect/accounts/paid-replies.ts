import { useQuery } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import type { Channel } from '#web/data/wire-rows.ts'

export function paidRepliesKey(channelId: string) {
  return ['paid replies', channelId]
}

/** undefined: not loaded, or no Zalo account */
export function usePaidReplies({ id, kind }: Channel) {
  return useQuery({
    queryKey: paidRepliesKey(id),
    queryFn: () => call('GET /api/v1/channels/:id/paid-replies', { params: { id } }),
    enabled: kind === 'zalo',
  }).data
}
