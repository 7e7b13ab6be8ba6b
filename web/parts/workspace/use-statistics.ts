import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage } from '#web/data/language.tsx'
import { withDistinctNames } from '#shared/rules/channel-names.ts'

export type Granularity = 'day' | 'week' | 'month'
/** Days of the workspace's calendar, 2026-11-20; both inclusive. */
export type DayRange = { from: string; to: string }

export type Statistics = Result<'GET /api/v1/statistics'>
export type Figures = Statistics['figures']
export type StatisticsChannel = Statistics['channels'][number]

const everyMs = 30_000

export function useStatistics(range: DayRange, granularity: Granularity, channel?: string) {
  const { workspace } = useCurrentWorkspace()
  const { language } = useLanguage()
  const query = { ...range, granularity, ...(channel ? { channel } : {}) }
  return useQuery({
    queryKey: ['statistics', workspace.id, query],
    queryFn: () => call('GET /api/v1/statistics', { query }),
    select: statistics => ({
      ...statistics,
      channels: withDistinctNames(statistics.channels, language, location.host),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
}
