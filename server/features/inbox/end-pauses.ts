import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'

/** Pauses whose time is over end, so that screens say so too. (The bot itself looks at the time before it speaks.) */
export async function endPauses(platform: Platform): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ workspace_id: string; conversation_id: string }>`
      update conversations set bot_status = 'on', bot_off_by = null, bot_off_until = null where id in (
        select id from conversations where bot_status = 'off' and bot_off_until <= ${platform.clock.now()} order by id for no key update)
      returning workspace_id, id as conversation_id`.execute(tx)
    for (const row of rows) await platform.jobs.emit(tx, 'bot.resumed', { ...row, by: 'time' })
  })
}
