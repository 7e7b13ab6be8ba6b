import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { withDistinctNames } from '#web/parts/channels/channel-labels.ts'
import type { ChannelKind } from '#shared/words.ts'

export type Granularity = 'day' | 'week' | 'month'
/** Days of the workspace's calendar, 2026-11-20; both are in it. */
export type DayRange = { from: string; to: string }

export type Figures = {
  total: number
  answered: number
  replied: number
  received: number
  opened: number
  handed_over: number
  settled: number
  /** 0 to 1 */
  resolution: number | null
  response_average_ms: number | null
  response_median_ms: number | null
  sentiment: { positive: number; neutral: number; negative: number }
}
/** A day, week or month; `channels`: replies by channel; `before`: the same number of days earlier. */
export type StatisticsStep = DayRange & Figures & { channels: Record<string, number>; before: Figures }
export type StatisticsChannel = { id: string; kind: ChannelKind; name: string; status: string; responses: number }

export type Statistics = DayRange & {
  previous: DayRange
  granularity: Granularity
  today: string
  figures: Figures
  before: Figures
  steps: StatisticsStep[]
  /** Seven days from Monday, of 24 hours each. */
  activity: number[][]
  channels: StatisticsChannel[]
  /** What customers wanted to be done; `agreed`: to that, or to something like it. */
  intents: { kind: 'booking' | 'order' | 'callback'; opened: number; agreed: number; declined: number }[]
  unanswered: { id: string; question: string; count: number }[]
  counting: boolean
}

const everyMs = 30_000

/** What `GET /api/v1/statistics` tells of some days, read again every half minute. */
export function useStatistics(range: DayRange, granularity: Granularity, channel?: string) {
  const { workspace } = useCurrentWorkspace()
  const query = new URLSearchParams({ ...range, granularity, ...(channel ? { channel } : {}) }).toString()
  return useQuery({
    queryKey: ['statistics', workspace.id, query],
    queryFn: () => call<Statistics>('GET', `/statistics?${query}`),
    select: withNames,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
}

/** Channels of the same name are told apart wherever figures name them. */
function withNames(statistics: Statistics): Statistics {
  return { ...statistics, channels: withDistinctNames(statistics.channels) }
}
