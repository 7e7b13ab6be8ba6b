import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import { inPortions } from '#platform/sql/in-portions.ts'
import type { Platform } from '#platform/platform.ts'

const traceRetention = days(180)
const auditRetention = days(400)

/** The answer and the rule behind it stay. */
export async function forgetOldTraces(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -traceRetention)
  await inPortions(
    platform,
    limit => sql`update answers set trace = jsonb_strip_nulls(jsonb_build_object('rule', trace -> 'rule'))
    where id in (select id from answers where created_at < ${before} and trace - 'rule' <> '{}' limit ${limit})`,
  )
}

/** The table itself refuses to delete younger entries. */
export async function forgetOldAudits(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -auditRetention)
  await inPortions(
    platform,
    limit => sql`delete from audit_log where id in (select id from audit_log where at < ${before} limit ${limit})`,
  )
}
