import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage } from '#web/data/language.tsx'
import { useNow } from './relative-times.ts'
import { timesIn, type Times } from './times-in.ts'

export type { Times } from './times-in.ts'

export function useTimes(): Times {
  const { language } = useLanguage()
  const { workspace } = useCurrentWorkspace()
  return useMemo(() => timesIn(language, workspace.time_zone), [language, workspace.time_zone])
}

export function useMoment(everyMs = 20_000): Date {
  const now = useNow(everyMs)
  return useMemo(() => new Date(now), [now])
}
