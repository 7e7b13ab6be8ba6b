import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { intentOpenDays } from '#shared/rules/bot/may-settle.ts'
import type { IntentKind } from '#shared/words.ts'

type Expired = { workspace_id: string; conversation_id: string; intent_id: string; kind: IntentKind }

const openFor = days(intentOpenDays)
const atOnce = 500

/** Undecided for a week; the customer is not told. */
export async function expireIntents(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<Expired>`
      update intents set state = 'expired', settled_at = ${now} where id in (select id from intents
        where state = 'open' and created_at < ${after(now, -openFor)} order by created_at limit ${atOnce} for update skip locked)
      returning workspace_id, conversation_id, id as intent_id, kind`.execute(tx)
    for (const row of rows) await platform.jobs.emit(tx, 'intent.settled', { ...row, state: 'expired' })
  })
}
