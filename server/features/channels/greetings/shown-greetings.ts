import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ShownGreeting } from '#shared/contracts/channels/greetings.contract.ts'
import { type DayHours, isOpen, minutesLeft } from '#shared/rules/time/business-hours.ts'
import type { Widget } from '../website/find-widget.ts'

type Row = {
  id: string
  path: string
  seconds: number | null
  scroll: number | null
  who: ShownGreeting['who']
  from_time: string | null
  until_time: string | null
  once: ShownGreeting['once']
  vi: string
  en: string
  zone: string
}

/** Whose hours it is not now are left out; pages that stay open know how long they last. */
export async function shownGreetings(platform: Platform, tx: Tx, { workspaceId }: Widget): Promise<ShownGreeting[]> {
  const { rows } =
    await sql<Row>`select g.id, g.path, g.after_seconds as seconds, g.after_scroll as scroll, g.who, g.from_time,
      g.until_time, g.once, coalesce(g.text_vi, '') as vi, coalesce(g.text_en, '') as en, w.time_zone as zone
    from greetings g join workspaces w on w.id = g.workspace_id
    where g.workspace_id = ${workspaceId} and g.enabled order by g.created_at, g.id`.execute(tx)
  const now = platform.clock.now()
  return rows
    .filter(({ from_time: from, until_time: until, zone }) => {
      const day = from && until ? { open: from, close: until } : null
      return (
        !day ||
        isOpen(
          Array.from({ length: 7 }, () => day),
          now,
          zone,
        )
      )
    })
    .map(({ id, path, seconds, scroll, who, from_time: from, until_time: until, once, vi, en, zone }) => ({
      ...{ id, path, who, once, vi, en },
      after: scroll === null ? { seconds: seconds ?? 0 } : { scroll },
      ...(from && until && from !== until && { open_ms: leftOf({ open: from, close: until }, now, zone) }),
    }))
}

function leftOf(day: DayHours, now: Date, zone: string): number {
  return minutesLeft(day, now, zone) * 60_000 - (now.getTime() % 60_000)
}

/** Pages may lie, but only distort the shop's own figures. */
export async function countGreeting(
  platform: Platform,
  { workspaceId }: Widget,
  id: string,
  what: 'shown' | 'opened',
): Promise<void> {
  const hour = new Date(Math.floor(platform.clock.now().getTime() / 3_600_000) * 3_600_000)
  const [shown, opened] = what === 'shown' ? [1, 0] : [0, 1]
  await platform.db.asHousekeeper(tx =>
    sql`insert into private.greeting_hours as h (workspace_id, greeting_id, hour, shown, opened)
      select workspace_id, id, ${hour}, ${shown}::int, ${opened}::int from greetings
      where workspace_id = ${workspaceId} and id = ${id} and enabled
      on conflict (workspace_id, greeting_id, hour) do update set shown = h.shown + excluded.shown, opened = h.opened + excluded.opened`.execute(
      tx,
    ),
  )
}
