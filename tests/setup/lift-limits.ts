import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from './server-process.ts'

/** Removes the trial's limits from the server's first start on this home. */
export function liftLimits(home: Home): void {
  const seed = join(home.dataDir, 'seed.sql')
  writeFileSync(
    seed,
    "set role service_role; update plans set messages = null, campaigns = null, connections = null where code = 'trial'; reset role;",
  )
  home.settings['TEST_SEED_SQL'] = seed
}
