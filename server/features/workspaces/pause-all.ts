import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { BotStatus } from '#shared/words.ts'
import { recordInAuditLog } from './record-in-audit-log.ts'

export async function setBotStatus(
  platform: Platform,
  caller: Caller,
  status: BotStatus,
): Promise<{ bot_status: BotStatus }> {
  const { workspaceId, personId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const changed =
      await sql`update workspaces set bot_status = ${status} where id = ${workspaceId} and bot_status <> ${status} returning id`.execute(
        tx,
      )
    if (changed.rows.length === 0) return
    const event = status === 'off' ? 'bot.all-paused' : 'bot.all-resumed'
    await recordInAuditLog(platform, tx, caller, event, workspaceId)
    await platform.jobs.emit(tx, event, { workspace_id: workspaceId, person_id: personId })
  })
  return { bot_status: status }
}
