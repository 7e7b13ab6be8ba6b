import { join } from 'node:path'
import type { Clock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { silentLog } from '#platform/log.ts'
import { makePlatform, type Platform } from '#platform/platform.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import { wireJobs } from '#server/app.ts'
import { listenForCommands } from '#server/command-socket.ts'
import type { Config } from '#server/config.ts'

/** The program on a home, in this process and without its timers; commands find it as they find a server. */
export async function openHome(config: Config, clock: Clock): Promise<{ platform: Platform; close(): Promise<void> }> {
  const engine = config.DATABASE_URL
    ? await openPostgresql(config.DATABASE_URL, () => {})
    : await openEmbedded(join(config.dataDir, 'database'))
  const platform = await makePlatform(config, engine, await readKeys(config.dataDir, config), clock, silentLog)
  wireJobs(platform)
  const stop = await listenForCommands(platform)
  return {
    platform,
    async close() {
      stop()
      await engine.close()
    },
  }
}
