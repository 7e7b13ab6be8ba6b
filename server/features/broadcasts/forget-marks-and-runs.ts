import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import { inPortions } from '#platform/sql/in-portions.ts'
import type { Platform } from '#platform/platform.ts'
import { marksOf } from './audience/contact-facts.ts'

const runRetention = days(400)
const linkRetention = days(400)

export async function forgetOldMarks(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -marksOf)
  await inPortions(
    platform,
    limit =>
      sql`delete from private.send_marks where ref in (select ref from private.send_marks where at <= ${before} limit ${limit})`,
  )
}

/** Each customer's last run stays with the sequence, to show that they had it. */
export async function forgetOldRuns(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -runRetention)
  await inPortions(
    platform,
    limit => sql`delete from private.sequence_runs where id in (
      select r.id from private.sequence_runs r join sequences s on s.workspace_id = r.workspace_id and s.id = r.sequence_id
      where r.ended_at < ${before} and (s.status = 'ended' or exists (select from private.sequence_runs o
        where o.workspace_id = r.workspace_id and o.customer_id = r.customer_id and o.sequence_id = r.sequence_id
          and (o.entered_at, o.id) > (r.entered_at, r.id)))
      limit ${limit})`,
  )
}

export async function forgetOldLinks(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -linkRetention)
  await inPortions(
    platform,
    limit =>
      sql`delete from private.link_codes where code in (select code from private.link_codes where made_at <= ${before} limit ${limit})`,
  )
}
