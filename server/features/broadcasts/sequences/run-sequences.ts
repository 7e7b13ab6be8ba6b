import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { type Due, takeTurn, wait } from './take-turn.ts'

/** So many in one turn, and of one shop so many: nobody's crowd keeps another's people waiting. */
const inOneTurn = 200
const ofOneShop = 100
/** More steps than a way has. */
const mostSteps = 40
/** A message whose fate was told to nobody is asked about after so long. */
const forgottenAfter = minutes(2)

/** The timer: whoever is due, in all shops, takes steps until something is to be waited for. */
export async function runSequences(platform: Platform): Promise<void> {
  await wakeForgotten(platform)
  for (const due of await readDue(platform))
    try {
      for (let step = 0; step < mostSteps && (await takeTurn(platform, due)); step++);
    } catch (error) {
      platform.log.error({ error, run: due.id }, 'A step of a sequence failed')
      await wait(platform, due, null)
    }
}

async function readDue(platform: Platform): Promise<Due[]> {
  return platform.db.readAsService<Due>(sql`select d.id, d.workspace_id, d.customer_id
    from (select distinct workspace_id from sequences where status = 'active') w
    cross join lateral (
      select r.id, r.workspace_id, r.customer_id, r.next_at from private.sequence_runs r
      join sequences s on s.workspace_id = r.workspace_id and s.id = r.sequence_id and s.status = 'active'
      where r.workspace_id = w.workspace_id and r.ended_at is null and r.next_at <= ${platform.clock.now()}
      order by r.next_at, r.id limit ${ofOneShop}) d
    order by d.next_at, d.id limit ${inOneTurn}`)
}

async function wakeForgotten(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, tx =>
    sql`update private.sequence_runs r set next_at = ${now} where r.ended_at is null and r.next_at is null
      and r.since < ${after(now, -forgottenAfter)} and not exists (select from messages m where m.id = r.message_id
        and m.workspace_id = r.workspace_id and (m.status in ('queued', 'sending') or (m.status = 'unsure' and m.look_at is not null)))`.execute(
      tx,
    ),
  )
}
