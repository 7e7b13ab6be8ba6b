// What tests stand on: a whole platform with an empty database, a clock that stands still and a folder of its own.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { type Clock, type FakeClock, fakeClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded-engine.ts'
import { newId } from '#platform/ids.ts'
import { readKeys } from '#platform/keys.ts'
import { type Log, silentLog } from '#platform/log.ts'
import { migrate } from '#platform/migrations.ts'
import { makePlatform, type Platform } from '#platform/platform.ts'
import { openPostgresql } from '#platform/postgresql-engine.ts'
import type { Engine } from '#platform/session.ts'
import { makeApp, wireJobs } from './app.ts'
import { readConfig } from './config.ts'

export type TestPlatform<C extends Clock = FakeClock> = Platform & { clock: C; close(): Promise<void> }

/**
 * A platform on an empty migrated database: embedded in memory, or a fresh database of the server at TEST_DATABASE_URL.
 * Jobs do not run by themselves: `platform.jobs.drain()` runs what is due.
 */
export async function testPlatform<C extends Clock = FakeClock>(
  options: { clock?: C; log?: Log; settings?: Record<string, string> } = {},
): Promise<TestPlatform<C>> {
  const folder = mkdtempSync(join(tmpdir(), 'sen-test-'))
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '3000',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    HUMAN_CHECK: 'off',
    ...options.settings,
  })
  const { engine, drop } = await openTestEngine()
  const clock = (options.clock ?? fakeClock()) as C
  const platform = await makePlatform(config, engine, await readKeys(folder, config), clock, options.log ?? silentLog)
  wireJobs(platform)
  return Object.assign(platform, {
    clock,
    async close() {
      await platform.changes.stop()
      await engine.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

/** The program's addresses without a port: for `inject`. */
export function testApp(platform: Platform): Promise<FastifyInstance> {
  return makeApp(platform)
}

let dump: Promise<Blob> | undefined

/** The embedded one is loaded from one migrated dump, a fraction of the time that migrating takes. */
async function openTestEngine(): Promise<{ engine: Engine; drop: () => Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) {
    dump ??= makeDump()
    return { engine: await openEmbedded(undefined, await dump), drop: async () => {} }
  }
  const name = `sen_test_${newId().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const engine = await openPostgresql(url.href, () => {})
  await migrate(engine)
  return {
    engine,
    async drop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** Kept between runs, under the name of what it was made from. */
async function makeDump(): Promise<Blob> {
  const folder = join(import.meta.dirname, '../node_modules/.cache/sen')
  const file = join(folder, `${migrationsHash()}.tar`)
  if (existsSync(file)) return new Blob([new Uint8Array(readFileSync(file))]) // whole: another run may replace the file
  const engine = await openEmbedded(undefined)
  await migrate(engine)
  const blob = await engine.dump()
  await engine.close()
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) if (old.endsWith('.tar')) rmSync(join(folder, old), { force: true })
  const part = join(folder, newId())
  writeFileSync(part, new Uint8Array(await blob.arrayBuffer()))
  renameSync(part, file)
  return blob
}

function migrationsHash(): string {
  const hash = createHash('sha256')
  const root = join(import.meta.dirname, '..')
  const migrations = readdirSync(join(root, 'database/migrations')).sort()
  for (const name of migrations) hash.update(readFileSync(join(root, 'database/migrations', name)))
  for (const name of ['server/platform/embedded-engine.ts', 'package-lock.json'])
    hash.update(readFileSync(join(root, name)))
  return hash.digest('hex').slice(0, 16)
}
