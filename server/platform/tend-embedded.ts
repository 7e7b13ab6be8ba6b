import type { Platform } from './platform.ts'
import type { Engine } from './session.ts'

const tables = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_toast', 'information_schema') order by pg_relation_size(c.oid)`

/**
 * A server cleans up and counts its tables by itself; the embedded database has nobody else to do it. One table at a time,
 * and whoever waits for the one session comes in between: only pages that changed since the last time are read.
 */
export async function tendEmbedded(platform: Platform): Promise<void> {
  const { engine } = platform.db
  if (engine.kind !== 'embedded') return
  const names = (await alone(engine, tables)) as { name: string }[]
  for (const { name } of names) await alone(engine, `vacuum (analyze) ${name}`)
}

async function alone(engine: Engine, statement: string): Promise<unknown[]> {
  const session = await engine.acquire()
  try {
    return (await session.query(statement, [])).rows
  } finally {
    engine.release(session, false)
  }
}
