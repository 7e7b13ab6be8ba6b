import { join, resolve } from 'node:path'
import { type Clock, systemClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { StartError } from '#platform/errors.ts'
import { silentLog } from '#platform/log.ts'
import { makePlatform } from '#platform/platform.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { lockFolder } from '#platform/sql/lock.ts'
import { migrate } from '#platform/sql/migrations.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import { wireJobs } from '../../app.ts'
import { askRunningServer } from '../../ask-running-server.ts'
import type { Config } from '../../config.ts'
import { inPlainWords } from '../backup-place.ts'
import {
  describeErased,
  type Erasures,
  erasureFlags,
  readErasureLists,
  takeErasureFlags,
} from '../erasures/read-lists.ts'
import { describeWanted } from './import-deleted.ts'
import { type Imported, importWorkspace } from './import-workspace.ts'
import { refuseImport } from './refuse-import.ts'
import { patient } from '../take-snapshot.ts'

export const importUse = `import FOLDER ${erasureFlags}`

/** In its own process. With PostgreSQL the program may run; the embedded database has one session, and customers would wait behind it. */
export async function runImportCommand(
  config: Config,
  [name, ...words]: string[],
  clock: Clock = systemClock,
): Promise<string | undefined> {
  if (name !== 'import') return undefined
  const { wanted, rest } = takeErasureFlags(words)
  const [folder, ...more] = rest
  if (!folder || more.length > 0) throw new StartError(`npm run sen -- ${importUse}`)
  const erasures = await readErasureLists(config, wanted)
  const done = await inPlainWords(folder, () => importInto(config, clock, resolve(folder), erasures))
  return [described(done), describeErased(erasures, done.erased), ...describeWanted(erasures, done.manifest)].join('\n')
}

async function importInto(config: Config, clock: Clock, folder: string, erasures: Erasures): Promise<Imported> {
  const { DATABASE_URL: server, dataDir } = config
  if (!server && (await askRunningServer(dataDir, ['keys'])) !== undefined)
    throw refuseImport('running', { folder: dataDir })
  const unlock = server ? () => {} : await lockFolder(dataDir)
  try {
    const engine = server
      ? await openPostgresql(server, () => {})
      : await openEmbedded(join(dataDir, 'database'), patient)
    try {
      await migrate(engine)
      const platform = await makePlatform(config, engine, await readKeys(dataDir, config), clock, silentLog)
      wireJobs(platform)
      return await importWorkspace(platform, folder, erasures)
    } finally {
      await engine.close()
    }
  } finally {
    unlock()
  }
}

function described({ manifest, rows, files, plan, closed }: Imported): string {
  const { workspace, secrets_sha256: secrets } = manifest
  const until = plan.until ? ` until ${plan.until.toISOString().slice(0, 10)}` : ''
  const limits = Object.entries(plan.limits).map(([metric, limit]) => `${metric} ${limit ?? 'without limit'}`)
  return [
    `“${workspace.name}” (${workspace.id}) is here: ${rows.toLocaleString('en')} rows, ${files} files.`,
    `Its plan, as the folder says: ${plan.code}, ${plan.status}${until}; ${limits.join(', ')}.`,
    'Campaigns, sequences and messages on their way wait for a person. Team members new here come in by “forgot password”.',
    ...(secrets ? [] : ['Messenger and Zalo have to be connected again: the folder has no secrets.']),
    ...(closed > 0
      ? [`${closed} secrets could not be read where it was exported: what they open has to be set up again.`]
      : []),
  ].join('\n')
}
