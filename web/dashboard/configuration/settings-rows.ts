import { useMemo } from 'react'
import { type BotSettings, botSettings, defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'

type Stored = Row<'bot_settings'>

type SavedSettings = { status: 'loading' | 'ready' | 'failed'; settings: BotSettings; error: unknown; retry(): void }

export function useSavedSettings(): SavedSettings {
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
  const { rows, status, error, retry } = useLiveRows(list)
  const [row] = rows
  const settings = useMemo(() => {
    const read = botSettings.safeParse(row)
    return read.success ? read.data : defaultSettings
  }, [row])
  return { status, settings, error, retry }
}
