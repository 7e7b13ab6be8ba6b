import { sql } from 'kysely'
import type { Caller } from '#platform/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Stops or starts the bot in the whole workspace. Already so: nothing happens. */
export async function setBotStatus(
  platform: Platform,
  caller: Caller,
  status: 'on' | 'off',
): Promise<{ bot_status: string }> {
  const { workspaceId, personId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const changed =
      await sql`update workspaces set bot_status = ${status} where id = ${workspaceId} and bot_status <> ${status} returning id`.execute(
        tx,
      )
    if (changed.rows.length === 0) return
    const event = status === 'off' ? 'bot.all-paused' : 'bot.all-resumed'
    await sql`insert into audit_log (id, workspace_id, actor, action, at) values (${newId()}, ${workspaceId}, ${personId}, ${event}, ${platform.clock.now()})`.execute(
      tx,
    )
    await platform.jobs.emit(tx, event, { workspace_id: workspaceId, person_id: personId })
  })
  return { bot_status: status }
}
