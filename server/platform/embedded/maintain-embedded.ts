import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '../platform.ts'
import { queryRows } from '../sql/compile-statement.ts'
import type { Engine, Session } from '../sql/session.ts'

type Named = { name: string }

const tables = sql`from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_toast', 'information_schema')`
const all = sql<Named>`select format('%I.%I', n.nspname, c.relname) as name ${tables} order by pg_relation_size(c.oid)`
/** Tables of at least 16 pages (8 KiB) that have doubled since they were last analyzed. */
const grown = sql<Named>`select format('%I.%I', n.nspname, c.relname) as name ${tables}
  and pg_relation_size(c.oid) >= 8192 * greatest(16, 2 * c.relpages::bigint) order by pg_relation_size(c.oid)`

/** In place of autovacuum. One table at a time, so that others get the one session in between. */
export async function maintainEmbedded(platform: Platform): Promise<void> {
  await eachOf(platform, all, 'vacuum (analyze)')
}

/** Re-analyze tables that have grown: cached plans assume their old size. */
export async function countGrown(platform: Platform): Promise<void> {
  await eachOf(platform, grown, 'analyze')
}

async function eachOf({ db: { engine } }: Platform, which: RawBuilder<Named>, act: string): Promise<void> {
  if (engine.kind !== 'embedded') return
  const names = await alone(engine, session => queryRows(session, which))
  for (const { name } of names) await alone(engine, session => session.query(`${act} ${name}`, []))
}

async function alone<T>(engine: Engine, run: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire()
  try {
    return await run(session)
  } finally {
    engine.release(session, false)
  }
}
