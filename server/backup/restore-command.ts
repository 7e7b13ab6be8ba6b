import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { StartError } from '#platform/errors.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { silentLog } from '#platform/log.ts'
import { makePlatform } from '#platform/platform.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { lockFolder } from '#platform/sql/lock.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import type { Engine } from '#platform/sql/session.ts'
import { wireJobs } from '../app.ts'
import { askRunningServer } from '../ask-running-server.ts'
import type { Config } from '../config.ts'
import { pathOf, type Place } from './backup-place.ts'
import { beginRestore, finishRestore, markLoaded, refuseUsedDatabase } from './empty-place.ts'
import { applyDeletions, describeDeletions, planDeletions } from './erasures/apply-deletions.ts'
import { applyErasures, planErasures } from './erasures/apply-erasures.ts'
import {
  describeErased,
  type Erasures,
  readErasureLists,
  refuseMissingList,
  type Wanted,
} from './erasures/read-lists.ts'
import { bringUpToDate, loadBackup } from './load-backup.ts'
import { counted } from './manifest.ts'
import { patient } from './take-snapshot.ts'

/** A restore that was killed once the rows were there continues with the erasures. */
export async function restore(config: Config, place: Place, wanted: Wanted): Promise<string> {
  if ((await askRunningServer(config.dataDir, ['keys'])) !== undefined)
    throw new StartError(`A server is running on ${config.dataDir}: stop it first.`)
  const unlock = await lockFolder(config.dataDir)
  try {
    // Before anything is written: a list that cannot be read refuses the restore.
    const erasures = await readErasureLists(config, wanted, place)
    const loaded = beginRestore(config, pathOf(place))
    if (loaded) refuseMissingList(erasures, loaded.erasures)
    const what = loaded ? await finishLoading(config) : await load(config, place, erasures)
    const erased = await eraseAll(config, erasures)
    finishRestore(config)
    return [
      `${place.shown} is restored: ${what}. What waited to be sent then waits for people now.`,
      'Keys are those of the backup, also ones that were ended since: after a leak end them again (rotate-keys programs --days 0).',
      ...erased,
    ].join('\n')
  } finally {
    unlock()
  }
}

async function load(config: Config, place: Place, erasures: Erasures): Promise<string> {
  let isLoaded = false
  let erased = 0
  try {
    const sums = await loadBackup(place, config.BACKUP_PASSPHRASE, {
      accept(head) {
        erased = head.erasures ?? 0
        refuseMissingList(erasures, erased)
      },
      open: async () => {
        const engine = await openDatabase(config)
        await refuseUsedDatabase(engine)
        return engine
      },
      folder: config.dataDir,
      files: openFiles(config, systemClock),
      loaded() {
        markLoaded(config, { place: pathOf(place), erasures: erased })
        isLoaded = true
      },
    })
    return counted(sums)
  } finally {
    if (!isLoaded) finishRestore(config, { clear: true })
  }
}

async function finishLoading(config: Config): Promise<string> {
  const engine = await openDatabase(config)
  try {
    await bringUpToDate(engine)
  } finally {
    await engine.close()
  }
  return 'rows and files had come before'
}

function openDatabase(config: Config): Promise<Engine> {
  return config.DATABASE_URL
    ? openPostgresql(config.DATABASE_URL, () => {})
    : openEmbedded(join(config.dataDir, 'database'), patient)
}

async function eraseAll(config: Config, erasures: Erasures): Promise<string[]> {
  const { all, deletions } = erasures
  if (all.length === 0 && deletions.length === 0) return [describeErased(erasures, 0)]
  const engine = await openDatabase(config)
  try {
    const platform = await makePlatform(config, engine, await readKeys(config.dataDir, config), systemClock, silentLog)
    wireJobs(platform)
    const due = await platform.db.asService(null, tx => planErasures(tx, all, systemClock.now()))
    await applyErasures(platform, due)
    const gone = await platform.db.asService(null, tx => planDeletions(tx, erasures))
    const deleted = await applyDeletions(platform, gone)
    return [describeErased(erasures, due.length), ...describeDeletions(deleted, 'Deleted anew')]
  } finally {
    await engine.close()
  }
}
