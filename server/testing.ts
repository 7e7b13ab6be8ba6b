// What tests stand on: a whole platform with an empty database, a clock that stands still and a folder of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Clock, type FakeClock, fakeClock } from '#platform/clock.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { type Log, silentLog } from '#platform/log.ts'
import { makePlatform, type Platform } from '#platform/platform.ts'
import { makeApp, wireJobs } from './app.ts'
import { readConfig } from './config.ts'
import { borrowTestEngine, type Snapshot } from './test-engines.ts'

export type TestPlatform<C extends Clock = FakeClock> = Platform & {
  clock: C
  close(): Promise<void>
  /** Closes it, and keeps the rows of its database for others to begin with. What is encrypted in them asks for the same keys. */
  takeSnapshot(): Promise<Snapshot>
}

/**
 * A platform on an empty migrated database: embedded in memory, or a fresh database of the server at TEST_DATABASE_URL.
 * Jobs do not run by themselves: `platform.jobs.drain()` runs what is due.
 */
export async function testPlatform<C extends Clock = FakeClock>(
  options: { clock?: C; log?: Log; settings?: Record<string, string>; snapshot?: Snapshot } = {},
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
  const { engine, takeSnapshot, giveBack } = await borrowTestEngine(options.snapshot)
  const clock = (options.clock ?? fakeClock()) as C
  const platform = await makePlatform(config, engine, await readKeys(folder, config), clock, options.log ?? silentLog)
  wireJobs(platform)
  const end = async <T>(leave: () => Promise<T>): Promise<T> => {
    await platform.changes.stop()
    const left = await leave()
    rmSync(folder, { recursive: true, force: true })
    return left
  }
  return Object.assign(platform, { clock, close: () => end(giveBack), takeSnapshot: () => end(takeSnapshot) })
}

/** The program's addresses without a port: for `inject`. */
export function testApp(platform: Platform): Promise<FastifyInstance> {
  return makeApp(platform)
}
