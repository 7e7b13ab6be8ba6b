import { sql } from 'kysely'
import { after, days, minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Operator } from '#features/workspaces/record-operator-act.ts'
import type { DeskIncident } from '#shared/contracts/status/status.api.ts'
import type { ProbeFault, StatusComponent } from '#shared/contracts/status/status.contract.ts'
import { addDays, dayIn } from '#shared/rules/time/calendar-days.ts'
import { componentsOf, errorBudget, statusZone } from './components.ts'

export const daysShown = 90
const lateMs = minutes(3)
const maxIncidents = 50

export type DayOfComponent = { component: string; day: string; minutes: number; failed: number }
type Now = { component: string; fault: ProbeFault | null }
export type StoredIncident = Omit<DeskIncident, 'opened_at' | 'closed_at' | 'updates'> & {
  opened_at: Date
  closed_at: Date | null
  updates: (Omit<DeskIncident['updates'][number], 'created_at'> & { created_at: Date })[]
}

type IncidentRow = Omit<StoredIncident, 'updates'> & { updates: DeskIncident['updates'] }

export type Status = {
  at: Date
  /** The last is today. */
  days: string[]
  components: { name: StatusComponent; works: boolean | null; fault: ProbeFault | null; days: DayOfComponent[] }[]
  incidents: StoredIncident[]
}

export async function readStatus({ db, clock, config }: Platform): Promise<Status> {
  const at = clock.now()
  const today = dayIn(statusZone, at)
  const shown = Array.from({ length: daysShown }, (_, index) => addDays(today, index + 1 - daysShown))
  const [counted, latest, incidents] = await Promise.all([
    db.readAsService<DayOfComponent>(sql`select component, day::text, minutes, failed from private.component_days
      where day >= ${shown[0]}::date`),
    db.readAsService<Now>(sql`select distinct on (component) component, fault from private.component_minutes
      where minute > ${after(at, -lateMs)} order by component, minute desc`),
    readIncidents(db, at),
  ])
  const components = componentsOf(config).map(name => {
    const now = latest.find(({ component }) => component === name)
    return {
      name,
      works: now ? now.fault === null : null,
      fault: now?.fault ?? null,
      days: counted.filter(({ component }) => component === name),
    }
  })
  return { at, days: shown, components, incidents }
}

async function readIncidents(db: Platform['db'], at: Date): Promise<StoredIncident[]> {
  const rows = await db.readAsService<IncidentRow>(sql`
    select i.id, i.title, i.components, i.impact, i.opened_at, i.closed_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'stage', u.stage, 'text', u.text, 'created_at', u.created_at,
          'notified', (select count(*) from notifications n where n.matter like 'incident %' and n.matter = 'incident ' || u.id)) order by u.created_at desc, u.id desc)
        from private.incident_updates u where u.incident_id = i.id), '[]') as updates
    from private.incidents i where i.closed_at is null or i.opened_at > ${after(at, -days(daysShown))}
    order by i.closed_at is null desc, i.opened_at desc, i.id desc limit ${maxIncidents}`)
  return rows.map(row => ({
    ...row,
    updates: row.updates.map(update => ({ ...update, created_at: new Date(update.created_at) })),
  }))
}

export function budgetsOf({ config, clock }: Platform, { components }: Status) {
  const { since, minutes: budget } = errorBudget(config, clock.now())
  return components.map(({ name, works, fault, days: all }) => {
    const failed = all.filter(({ day }) => day >= since).reduce((sum, day) => sum + day.failed, 0)
    return { name, works, fault, failed, budget }
  })
}

export async function readDeskStatus(platform: Platform, _: Operator) {
  const status = await readStatus(platform)
  return {
    target: platform.config.STATUS_TARGET,
    components: budgetsOf(platform, status),
    incidents: status.incidents,
  }
}
