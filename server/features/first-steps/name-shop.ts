import { sql } from 'kysely'
import type { z } from 'zod'
import { saveSettings, readSettings } from '#features/bot/settings/settings.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { shopStep } from '#shared/contracts/first-steps.contract.ts'
import type { FirstSteps } from '#shared/contracts/first-steps.results.ts'
import { lockSteps, readSteps } from './read-steps.ts'

const maxBotNameLength = 40

/** The chat box and the bot's introduction follow the shop's name unless the owner changed them. */
export async function nameShop(
  platform: Platform,
  caller: Caller,
  { version, name, trade, avatar }: z.output<typeof shopStep>,
): Promise<FirstSteps> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { name: before } = await lockSteps(tx, workspaceId, version)
    await sql`update workspaces set name = ${name}, trade = ${trade}, first_version = first_version + 1,
        first_step = greatest(first_step, 2) where id = ${workspaceId}`.execute(tx)
    if (name !== before) {
      await sql`update channels set name = ${name}
        where workspace_id = ${workspaceId} and kind = 'website' and name = ${before}`.execute(tx)
      await recordInAuditLog(platform, tx, caller, 'workspace.renamed', workspaceId, { name })
    }
    const settings = await readSettings(tx, workspaceId)
    const own = settings.name !== defaultSettings.name && settings.name !== botNameOf(before)
    await saveSettings(platform, tx, caller, { avatar, ...(!own && { name: botNameOf(name) }) })
    return readSteps(platform, tx, workspaceId)
  })
}

function botNameOf(shop: string): string {
  return shop.slice(0, maxBotNameLength).trim()
}
