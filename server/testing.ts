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
  /** Encrypted rows need the same keys. */
  takeSnapshot(): Promise<Snapshot>
}

/** Embedded in memory, or at TEST_DATABASE_URL. Jobs run only through `platform.jobs.drain()`. */
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

/** Without a port, for `inject`. */
export function testApp(platform: Platform): Promise<FastifyInstance> {
  return makeApp(platform)
}
