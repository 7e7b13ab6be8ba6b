import { type RawBuilder, sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ChargedReply, EventCatalogue } from '#shared/event-catalogue.ts'
import { countHours, timersPart } from './count-hour.ts'

// Resolved: for 24 hours after the bot's answer no member wrote and no person was requested. Small talk never counts.

export const openForMs = hours(24)
const batch = 500

export const answeringActs = ['answer', 'clarify', 'contact']

export function openResolution(
  { workspace_id, answer_id, conversation_id }: EventCatalogue['answer.made'],
  { channel_id, at }: ChargedReply,
): RawBuilder<unknown> {
  return sql`insert into private.open_resolutions (workspace_id, answer_id, conversation_id, channel_id, answered_at)
    values (${workspace_id}, ${answer_id}, ${conversation_id}, ${channel_id}, ${at}) on conflict do nothing`
}

export function leaveUnresolved(
  tx: Tx,
  where: { workspace_id: string; conversation_id: string },
  now: Date,
  onlyIf: RawBuilder<unknown> = sql`true`,
): void {
  const gone = sql`delete from private.open_resolutions where workspace_id = ${where.workspace_id}
    and conversation_id = ${where.conversation_id} and answered_at > ${after(now, -openForMs)} and ${onlyIf}
    returning workspace_id, channel_id, answered_at as at`
  atCommit(tx, sql`with gone as (${gone}) ${countHours(sql`gone`, { settled: sql`1` })}`)
}

/** Deletes and counts in one statement, so concurrent runs count once. */
export async function settleResolutions(platform: Platform): Promise<void> {
  const due = after(platform.clock.now(), -openForMs)
  let settled: number
  do {
    settled = await platform.db.asService(null, async tx => {
      const { rows } = await sql<{ count: number }>`with due as (
          delete from private.open_resolutions where (workspace_id, answer_id) in (
            select workspace_id, answer_id from private.open_resolutions where answered_at <= ${due}
            order by answered_at limit ${batch} for update skip locked)
          returning workspace_id, channel_id, answered_at as at
        ), counted as (${countHours(sql`due`, { settled: sql`1`, resolved: sql`1` }, { part: timersPart })})
        select count(*)::int as count from due`.execute(tx)
      return rows[0]?.count ?? 0
    })
  } while (settled === batch)
}
