import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'

/** Rows per statement, so that it never runs into the timeout. */
const atOnce = 500

export async function endPauses(platform: Platform): Promise<void> {
  const over = sql`bot_status = 'off' and bot_off_until <= ${platform.clock.now()}`
  const due = sql`select id from conversations where ${over} order by bot_off_until, id limit ${atOnce}`
  let ended: number
  do {
    ended = await platform.db.asService(null, async tx => {
      const { rows } = await sql<{ workspace_id: string; conversation_id: string }>`
        update conversations set bot_status = 'on', bot_off_by = null, bot_off_until = null where id in (
          select id from conversations where id in (${due}) and ${over} order by id for no key update)
        returning workspace_id, id as conversation_id`.execute(tx)
      for (const row of rows) await platform.jobs.emit(tx, 'bot.resumed', { ...row, by: 'time' })
      return rows.length
    })
  } while (ended === atOnce)
}
