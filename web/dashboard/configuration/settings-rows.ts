import { useMemo } from 'react'
import { type BotSettings, botSettings, defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import type { Loading } from '#web/kit/feedback/query-state.tsx'

type Stored = Row<'bot_settings'>

export function useSavedSettings(): Loading<BotSettings> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Stored>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'bot_settings',
      key: [],
      keyOf: row => row.workspace_id,
      accepts: row => row.workspace_id === workspace.id,
      compare: () => 0,
      load: () => readRows('bot_settings', query => query.eq('workspace_id', workspace.id)),
    }),
    [workspace.id],
  )
  const { data: rows, error, refetch } = useLiveRows(list)
  const data = useMemo(() => {
    if (!rows) return undefined
    const read = botSettings.safeParse(rows[0])
    return read.success ? read.data : defaultSettings
  }, [rows])
  return { data, error, refetch }
}
