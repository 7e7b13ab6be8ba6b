import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'

export const allTables = '*'

export type ListenedTables = {
  /** Resolves once rows are kept with their changes. */
  listen(tables: string[]): Promise<void>
  renew(tables: string[]): Promise<void>
}

const renewedMs = 30_000
const waitMs = 10
const maxWaitMs = 2000
const retention = sql`interval '5 minutes'`

/** A lease of two minutes by the database's clock, so that nothing must be undone for a dead process. */
export function makeListenedTables(platform: Platform): ListenedTables {
  const announcedAt = new Map<string, number>()
  /** Requested, but not yet reliable. */
  const coming = new Map<string, Promise<void>>()
  let mayHoldRecords = true

  async function announce(tables: string[]): Promise<void> {
    if (tables.length === 0) return
    await platform.db.asHousekeeper(tx =>
      sql`insert into realtime.listened ("table", until)
        select name, now() + interval '2 minutes' from unnest(${tables.toSorted()}::text[]) name
        on conflict ("table") do update set until = greatest(listened.until, excluded.until)`.execute(tx),
    )
    for (const table of tables) announcedAt.set(table, performance.now())
    mayHoldRecords = true
  }

  /** A transaction checks once, at its first change: older ones may still write without rows. */
  async function waitForOlder(): Promise<void> {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(tx),
    )
    const deadline = performance.now() + maxWaitMs
    for (;;) {
      const { rows: open } = await platform.db.asService(null, tx =>
        sql`select where realtime.settled_below() < ${rows[0]?.next ?? '0'}::text::xid8`.execute(tx),
      )
      if (open.length === 0 || performance.now() > deadline) return
      await wait(waitMs)
    }
  }

  return {
    async listen(tables) {
      const isFresh = (table: string) => performance.now() - (announcedAt.get(table) ?? -Infinity) < renewedMs
      const unknown = [...new Set(tables)].filter(table => !isFresh(table))
      if (unknown.length > 0) {
        const ready = announce(unknown)
          .then(waitForOlder)
          .finally(() => {
            for (const table of unknown) if (coming.get(table) === ready) coming.delete(table)
          })
        for (const table of unknown) coming.set(table, ready)
      }
      for (const table of tables) await coming.get(table)
    },
    async renew(tables) {
      await announce([...new Set(tables)])
      if (!mayHoldRecords) return
      const { rows } = await platform.db.asHousekeeper(tx =>
        sql<{ left: boolean }>`with forgotten as (
            update realtime.changes set record = null, old_record = null where record is not null and at < now() - ${retention})
          select exists (select from realtime.changes where record is not null) as left`.execute(tx),
      )
      mayHoldRecords = tables.length > 0 || rows[0]?.left === true
    },
  }
}
