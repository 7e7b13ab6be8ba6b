import { sql } from 'kysely'
import { after, days, hours, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ProbeFault, StatusComponent } from '#shared/contracts/status/status.contract.ts'
import { statusZone } from './components.ts'

export type Probed = { component: StatusComponent; minute: Date; fault: ProbeFault | null }

const minuteRetention = days(8)
const dayRetention = days(400)
/** Longer ones are no outage: the installation was switched off. */
const maxGapMs = hours(24)
const nobodyMs = minutes(1)

/** What a minute was found to be first stays; each counts once in its day. */
export async function recordMinutes(tx: Tx, probed: Probed[]): Promise<void> {
  if (probed.length === 0) return
  await sql`with recorded as (
      insert into private.component_minutes (component, minute, fault)
      select * from unnest(${probed.map(({ component }) => component)}::text[],
        ${probed.map(({ minute }) => minute)}::timestamptz[], ${probed.map(({ fault }) => fault)}::text[])
      on conflict do nothing returning component, minute, fault
    )
    insert into private.component_days as d (component, day, minutes, failed)
    select component, (minute at time zone ${statusZone})::date, count(*), count(fault) from recorded group by 1, 2
    on conflict (component, day) do update set minutes = d.minutes + excluded.minutes, failed = d.failed + excluded.failed`.execute(
    tx,
  )
}

/** Minutes before `until` that nobody recorded: the program, its database or its queue stood still. */
export async function findGap(tx: Tx, component: StatusComponent, until: Date): Promise<Probed[]> {
  const { rows } = await sql<{ last: Date | null }>`select max(minute) as last from private.component_minutes
    where component = ${component} and minute < ${until} and minute >= ${after(until, -maxGapMs)}`.execute(tx)
  const last = rows[0]?.last
  if (!last) return []
  const count = Math.round((until.getTime() - new Date(last).getTime()) / nobodyMs) - 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => ({
    component,
    minute: after(new Date(last), minutes(at + 1)),
    fault: 'unprobed',
  }))
}

export async function forgetOldMinutes({ db, clock }: Platform): Promise<void> {
  await db.asService(null, async tx => {
    await sql`delete from private.component_minutes where minute < ${after(clock.now(), -minuteRetention)}`.execute(tx)
    await sql`delete from private.component_days where day < ${after(clock.now(), -dayRetention)}::timestamptz::date`.execute(
      tx,
    )
  })
}
