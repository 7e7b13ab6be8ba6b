import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { BotSettings, SettingsChange } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { Confirm } from '#shared/contracts/bot/gate.contract.ts'
import { runCasesLater } from '../regression/run-cases.ts'
import { bearingOf, saveSettings } from '../settings/settings.ts'
import { checkAgainLater } from './check-again.ts'
import { tryFirst } from './try-first.ts'

/**
 * Asks first if test questions get worse.
 * @throws training.answers_worse, training.check_changed
 */
export async function changeSettings(
  platform: Platform,
  caller: Caller,
  { confirm = false, ...change }: SettingsChange & { confirm?: Confirm | undefined },
): Promise<BotSettings> {
  const { made } = await tryFirst(platform, caller.workspaceId, { confirm }, tx =>
    saveChange(platform, tx, caller, change),
  )
  return made
}

async function saveChange(platform: Platform, tx: Tx, caller: Caller, change: SettingsChange): Promise<BotSettings> {
  const { before, settings } = await saveSettings(platform, tx, caller, change)
  if (isDeepStrictEqual(bearingOf(before), bearingOf(settings))) return settings
  const due = { workspace_id: caller.workspaceId }
  await checkAgainLater(platform, tx, due)
  await runCasesLater(platform, tx, due)
  return settings
}
