import { sql } from 'kysely'
import { type Clock, hours } from './clock.ts'
import { type Database, outsideTransaction } from './database.ts'
import type { Log } from './log.ts'

/** One change of a row of `public`. The cursor orders changes for good: what was passed never appears later. */
export type Change = {
  cursor: string
  workspace_id: string | null
  person_id: string | null
  conversation_id: string | null
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  key: Record<string, unknown>
}

export type Changes = {
  /** Hears every settled change, in order, each once, in this process. */
  subscribe(hear: (changes: Change[]) => void): () => void
  /** The place after the newest settled change. */
  cursor(): Promise<string>
  /** @returns undefined when the cursor is older than what is kept (24 h) */
  after(cursor: string, workspaceId: string, limit: number): Promise<Change[] | undefined>
  start(): Promise<void>
  stop(): Promise<void>
  /** Removes what is older than 24 h. */
  trim(): Promise<void>
}

const columns = sql`xid::text || '-' || seq as cursor, workspace_id, person_id, conversation_id, "table", type, key`
const settled = sql`xid < pg_snapshot_xmin(pg_current_snapshot())`
const page = 500
const lookAgainMs = 15
const lookAnywayMs = 3000

export function makeChanges(db: Database, clock: Clock, log: Log): Changes {
  const ears = new Set<(changes: Change[]) => void>()
  let place = '0-0'
  let reading: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function nudge(): void {
    if (stopped) return
    if (reading) {
      again = true
      return
    }
    reading = outsideTransaction(read)
      .catch(error => log.error({ error }, 'Changes could not be read'))
      .finally(() => {
        reading = undefined
        if (again) {
          again = false
          nudge()
        }
      })
  }

  async function read(): Promise<void> {
    for (;;) {
      const { xid, seq } = parts(place)
      const { rows } = await db.asService(null, tx =>
        sql<Change & { settled: boolean }>`select ${columns}, ${settled} as settled from realtime.changes
          where (xid, seq) > (${xid}::text::xid8, ${seq}::bigint) order by changes.xid, changes.seq limit ${page}`.execute(
          tx,
        ),
      )
      // A row above the oldest open transaction waits: an earlier one may still come before it.
      const open = rows.findIndex(row => !row.settled)
      const ready = open === -1 ? rows : rows.slice(0, open)
      const last = ready.at(-1)
      if (last) {
        place = last.cursor
        const changes = ready.map(({ settled: _, ...change }) => change)
        for (const hear of ears) hear(changes)
      }
      if (open !== -1) {
        setTimeout(nudge, lookAgainMs).unref()
        return
      }
      if (rows.length < page) return
    }
  }

  async function newest(): Promise<string> {
    const { rows } = await db.asService(null, tx =>
      sql<{
        cursor: string
      }>`select ${columns} from realtime.changes where ${settled} order by changes.xid desc, changes.seq desc limit 1`.execute(
        tx,
      ),
    )
    return rows[0]?.cursor ?? '0-0'
  }

  return {
    subscribe(hear) {
      ears.add(hear)
      return () => ears.delete(hear)
    },
    cursor: newest,
    async after(cursor, workspaceId, limit) {
      const { xid, seq } = parts(cursor)
      return db.asService(workspaceId, async tx => {
        const oldest = await sql<{
          kept: boolean
        }>`select ${xid}::text::xid8 >= coalesce(min(xid), '0'::xid8) as kept from realtime.changes`.execute(tx)
        if (cursor !== '0-0' && !oldest.rows[0]?.kept) return undefined
        const { rows } = await sql<Change>`select ${columns} from realtime.changes
          where (xid, seq) > (${xid}::text::xid8, ${seq}::bigint) and workspace_id = ${workspaceId} and ${settled}
          order by changes.xid, changes.seq limit ${limit}`.execute(tx)
        return rows
      })
    },
    async start() {
      place = await newest()
      await db.engine.listen('changes', nudge)
      timer = setInterval(nudge, lookAnywayMs)
      timer.unref()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await reading
    },
    async trim() {
      const before = new Date(clock.now().getTime() - hours(24))
      await db.asService(null, tx => sql`delete from realtime.changes where at < ${before}`.execute(tx))
    },
  }
}

function parts(cursor: string): { xid: string; seq: string } {
  const match = /^(\d{1,20})-(\d{1,19})$/.exec(cursor)
  return match ? { xid: match[1] as string, seq: match[2] as string } : { xid: '0', seq: '0' }
}
