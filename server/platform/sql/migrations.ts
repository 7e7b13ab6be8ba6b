import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { StartError } from '../errors.ts'
import { queryRows } from './compile-statement.ts'
import type { Engine, Session } from './session.ts'

const folder = join(import.meta.dirname, '../../../database/migrations')
const lockNumber = 7_300_001
const seedName = 'TEST_SEED_SQL'
/** While a migration waits for a table, all who come after it wait behind it: it lets them by, and tries again for a quarter of an hour. */
const patience = { lockMs: 2000, pauseMs: 1000, tries: 300 }
/** lock_not_available and deadlock_detected. */
const standsInTheWay = new Set(['55P03', '40P01'])

type Applied = { name: string; checksum: string }
export type Migration = Applied & { text: string }

/** In order. Databases record the name of the file without its folder. */
export function readMigrations(): Migration[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.sql'))
  return files
    .map(file => {
      const text = readFileSync(join(folder, file), 'utf8')
      return { name: basename(file), text, checksum: createHash('sha256').update(text).digest('hex') }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** @throws StartError naming a file that failed, was changed after it ran, or was run by a newer program */
export async function migrate(
  engine: Engine,
  { seedFile, upTo }: { seedFile?: string; upTo?: string } = {},
): Promise<void> {
  const migrations = readMigrations()
  const session = await engine.acquire()
  try {
    if (engine.kind === 'postgresql')
      await session.query(
        `set lock_timeout = 0; set statement_timeout = 0; select pg_advisory_lock(${lockNumber}); set lock_timeout = ${patience.lockMs}`,
        [],
      )
    const [known] = await queryRows(
      session,
      sql<{ there: boolean }>`select to_regclass('private.migrations') is not null as there`,
    )
    const applied = known?.there
      ? await queryRows(session, sql<Applied>`select name, checksum from private.migrations`)
      : []
    const newer = applied.find(({ name }) => name !== seedName && !migrations.some(one => one.name === name))
    if (newer)
      throw new StartError(`A newer version of this program has changed the database (${newer.name}). Start that one.`)
    const sums = new Map(applied.map(row => [row.name, row.checksum]))
    for (const { name, text, checksum } of migrations) {
      if (upTo !== undefined && name > upTo) break
      const before = sums.get(name)
      if (before === checksum) continue
      if (before) throw new StartError(`The migration ${name} was changed after it had run. Add a new one instead.`)
      const record = `create schema if not exists private;
        create table if not exists private.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
        insert into private.migrations (name, checksum) values ('${name}', '${checksum}');`
      await runMigration(session, name, `begin; ${text}\n; ${record} commit`)
    }
    if (upTo !== undefined) return
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

async function runMigration(session: Session, name: string, text: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await session.query(text, [])
      return
    } catch (error) {
      await session.query('rollback', [])
      const { code, message } = error as Error & { code?: string }
      if (!standsInTheWay.has(code ?? '') || tries === patience.tries)
        throw new StartError(`The migration ${name} failed: ${message}`)
    }
    await wait(patience.pauseMs)
  }
}

/** Unlike a migration it may change, and then runs again. */
async function runSeed(session: Session, file: string): Promise<void> {
  const text = readFileSync(file, 'utf8')
  const checksum = createHash('sha256').update(text).digest('hex')
  const same = await queryRows(
    session,
    sql`select from private.migrations where name = ${seedName} and checksum = ${checksum}`,
  )
  if (same.length > 0) return
  try {
    await session.query(text, [])
  } catch (error) {
    await session.query('rollback', [])
    throw new StartError(`${seedName}: ${file} failed: ${(error as Error).message}`)
  }
  await queryRows(
    session,
    sql`insert into private.migrations (name, checksum) values (${seedName}, ${checksum})
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
  )
}
