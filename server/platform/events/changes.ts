import { sql } from 'kysely'
import { after, type Clock, hours } from '../clock.ts'
import { type Database, outsideTransaction } from '../sql/database.ts'
import type { Log } from '../log.ts'

/** A change of a row of `public`. The cursor is a final order: nothing appears later below one already passed. */
export type Change = {
  cursor: string
  workspace_id: string | null
  person_id: string | null
  conversation_id: string | null
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  key: Record<string, unknown>
  at: Date
  /** Whether the row's contents were kept, for listeners to its table. */
  recorded: boolean
}

export type Whose = { workspaceId: string; personId: string; tables: readonly string[] }

export type Changes = {
  subscribe(listener: (changes: Change[]) => void): () => void
  cursor(): Promise<string>
  /** @returns undefined when the cursor is older than 24 h; else the changes and the next cursor, the same when there are none */
  after(cursor: string, whose: Whose, limit: number): Promise<{ changes: Change[]; cursor: string } | undefined>
  start(): Promise<void>
  stop(): Promise<void>
  trim(): Promise<void>
}

const columns = sql`xid::text || '-' || seq as cursor, workspace_id, person_id, conversation_id, "table", type, key, at,
  record is not null as recorded`
const settled = sql`xid < (select realtime.settled_below())`
const page = 500
const pollAgainMs = 15
const crowdMs = 15
const pollAnywayMs = 3000
const trimmedAtOnce = 5000

export function makeChanges(db: Database, clock: Clock, log: Log): Changes {
  const listeners = new Set<(changes: Change[]) => void>()
  let place = '0-0'
  let reading: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let readAt = 0

  function nudge(): void {
    if (stopped) return
    if (reading) {
      again = true
      return
    }
    reading = outsideTransaction(readCrowd)
      .catch(error => log.error({ error }, 'Changes could not be read'))
      .finally(() => {
        reading = undefined
        if (again) {
          again = false
          nudge()
        }
      })
  }

  async function readCrowd(): Promise<void> {
    const early = readAt + crowdMs - performance.now()
    if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
    readAt = performance.now()
    again = false
    await read()
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
      // Rows above the oldest open transaction wait: an earlier one may still come.
      const open = rows.findIndex(row => !row.settled)
      const ready = open === -1 ? rows : rows.slice(0, open)
      const last = ready.at(-1)
      if (last) {
        place = last.cursor
        const changes = ready.map(({ settled: _, ...change }) => change)
        for (const listener of listeners) {
          try {
            listener(changes)
          } catch (error) {
            log.error({ error }, 'A listener of changes failed')
          }
        }
      }
      if (open !== -1) {
        setTimeout(nudge, pollAgainMs).unref()
        return
      }
      if (rows.length < page) return
    }
  }

  async function newest(): Promise<string> {
    const { rows } = await db.asService(null, tx =>
      sql<{ cursor: string }>`select realtime.settled_below()::text || '-0' as cursor`.execute(tx),
    )
    return rows[0]?.cursor ?? '0-0'
  }

  const dayBefore = () => after(clock.now(), -hours(24))

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    cursor: newest,
    async after(cursor, { workspaceId, personId, tables }, limit) {
      const { xid, seq } = parts(cursor)
      return db.asService(workspaceId, async tx => {
        // Trimming leaves one old row, so a young oldest row means that nothing is missing.
        const gone =
          await sql`select from (select xid, seq, at from realtime.changes order by changes.xid, changes.seq limit 1) oldest
          where (xid, seq) > (${xid}::text::xid8, ${seq}::bigint) and at < ${dayBefore()}`.execute(tx)
        if (gone.rows.length > 0) return undefined
        const { rows } = await sql<Change>`select ${columns} from realtime.changes
          where (xid, seq) > (${xid}::text::xid8, ${seq}::bigint) and (workspace_id = ${workspaceId} or person_id = ${personId})
            and "table" = any (${tables}::text[]) and ${settled}
          order by changes.xid, changes.seq limit ${limit}`.execute(tx)
        return { changes: rows, cursor: rows.at(-1)?.cursor ?? cursor }
      })
    },
    async start() {
      place = await newest()
      await db.engine.listen('changes', nudge)
      timer = setInterval(nudge, pollAnywayMs)
      timer.unref()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await reading
    },
    async trim() {
      const before = dayBefore()
      let from: string | undefined = '0-0'
      // In portions, each from where the one before ended: a day of a busy house is more than one statement's time.
      while (from !== undefined) {
        const { xid, seq } = parts(from)
        // The newest old row stays as the marker of where the kept ones begin.
        const { rows } = await db.asService(null, tx =>
          sql<{
            cursor: string
          }>`with oldest as (select xid, seq, at from realtime.changes where (xid, seq) >= (${xid}::text::xid8, ${seq}::bigint)
              order by changes.xid, changes.seq limit ${trimmedAtOnce}),
            last as (select xid, seq from oldest where at < ${before} order by xid desc, seq desc limit 1),
            gone as (delete from realtime.changes c using oldest o where c.xid = o.xid and c.seq = o.seq and o.at < ${before}
              and (c.xid, c.seq) < (select xid, seq from last) returning c.seq)
          select l.xid::text || '-' || l.seq as cursor from last l where (select count(*) from gone) > 0`.execute(tx),
        )
        from = rows[0]?.cursor
      }
    },
  }
}

function parts(cursor: string): { xid: string; seq: string } {
  const match = /^(\d{1,20})-(\d{1,19})$/.exec(cursor)
  return match ? { xid: match[1] as string, seq: match[2] as string } : { xid: '0', seq: '0' }
}
