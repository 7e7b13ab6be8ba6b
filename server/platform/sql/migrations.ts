import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors.ts'
import type { Engine, Session } from './session.ts'

const folder = join(import.meta.dirname, '../../../database/migrations')
const lockNumber = 7_300_001

type Applied = { name: string; checksum: string }

/**
 * Brings the database up to this program's schema: forward only, each file in its own transaction, one process at a time.
 * @param seedFile a SQL file run after them, once for what is written in it, for protocol tests
 * @throws StartError naming the file that failed, or one that was changed after it had run
 */
export async function migrate(engine: Engine, seedFile?: string): Promise<void> {
  const session = await engine.acquire()
  try {
    if (engine.kind === 'postgresql')
      await session.query(`set lock_timeout = 0; set statement_timeout = 0; select pg_advisory_lock(${lockNumber})`, [])
    const known = await session.query("select to_regclass('private.migrations') is not null as there", [])
    const applied = (known.rows[0] as { there: boolean }).there
      ? ((await session.query('select name, checksum from private.migrations', [])).rows as Applied[])
      : []
    const sums = new Map(applied.map(row => [row.name, row.checksum]))
    for (const name of readdirSync(folder)
      .filter(file => file.endsWith('.sql'))
      .sort()) {
      const text = readFileSync(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const before = sums.get(name)
      if (before === checksum) continue
      if (before) throw new StartError(`The migration ${name} was changed after it had run. Add a new one instead.`)
      const record = `create schema if not exists private;
        create table if not exists private.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
        insert into private.migrations (name, checksum) values ('${name}', '${checksum}');`
      try {
        await session.query(`begin; ${text}\n; ${record} commit`, [])
      } catch (error) {
        await session.query('rollback', [])
        throw new StartError(`The migration ${name} failed: ${(error as Error).message}`)
      }
    }
    if (seedFile) await runSeed(session, seedFile)
    await session.query('select realtime.watch_tables(), realtime.watch_whole_tables()', [])
  } finally {
    if (engine.kind === 'postgresql') {
      await session
        .query(`select pg_advisory_unlock(${lockNumber}); reset lock_timeout; reset statement_timeout`, [])
        .catch(() => {})
    }
    engine.release(session, false)
  }
}

const seedName = 'TEST_SEED_SQL'

/** Like a migration, but it may be changed: then it is run again. */
async function runSeed(session: Session, file: string): Promise<void> {
  const text = readFileSync(file, 'utf8')
  const checksum = createHash('sha256').update(text).digest('hex')
  const { rows } = await session.query('select from private.migrations where name = $1 and checksum = $2', [
    seedName,
    checksum,
  ])
  if (rows.length > 0) return
  try {
    await session.query(text, [])
  } catch (error) {
    await session.query('rollback', [])
    throw new StartError(`${seedName}: ${file} failed: ${(error as Error).message}`)
  }
  await session.query(
    `insert into private.migrations (name, checksum) values ($1, $2)
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [seedName, checksum],
  )
}
