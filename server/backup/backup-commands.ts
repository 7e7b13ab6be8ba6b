import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import { systemClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { StartError } from '#platform/errors.ts'
import { makeDiskFiles } from '#platform/files/disk-files.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { lockFolder } from '#platform/sql/lock.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import { askRunningServer } from '../ask-running-server.ts'
import type { Config } from '../config.ts'
import { inPlainWords, type Place, placeIn, placeOf } from './backup-place.ts'
import { finishRestore, refuseUsedDatabase, takeEmptyFolder } from './empty-place.ts'
import { loadBackup } from './load-backup.ts'
import { makeBackup } from './make-backup.ts'
import type { Sums } from './manifest.ts'
import { patient } from './take-snapshot.ts'

const commands: Record<string, (config: Config, place: Place) => Promise<string>> = { backup, verify, restore }
export const backupUses = ['backups', ...Object.keys(commands).map(name => `${name} FILE|s3:NAME`)]

/** Run in their own process, whether or not a server is running. Undefined for other words. */
export async function runBackupCommand(
  config: Config,
  [name = '', file, ...more]: string[],
): Promise<string | undefined> {
  if (name === 'backups' && file === undefined) return listThem(config)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return undefined
  if (!file || more.length > 0) throw new StartError(`npm run sen -- ${name} FILE|s3:NAME`)
  return inPlainWords(file, () => command(config, placeOf(config, systemClock, file)))
}

/** One a line: place, time, bytes. */
async function listThem(config: Config): Promise<string> {
  const stores = openBackupStores(config, systemClock)
  if (stores.length === 0) throw new StartError('None are kept: set BACKUP_FOLDER or BACKUP_S3_ENDPOINT.')
  const lines: string[] = []
  for (const store of stores) {
    const files = await inPlainWords(store.kind, () => store.list())
    for (const { name, at, size } of files.toSorted((a, b) => b.at.getTime() - a.at.getTime()))
      lines.push(`${placeIn(store, config.BACKUP_FOLDER, name)}  ${at.toISOString()}  ${size}`)
  }
  return lines.join('\n') || 'There is none yet.'
}

async function backup(config: Config, place: Place): Promise<string> {
  const sums = await makeBackup(config, systemClock, place)
  const open = config.BACKUP_PASSPHRASE ? '' : ' It is not encrypted (BACKUP_PASSPHRASE) and holds all keys.'
  return `${place.said} is written: ${counted(sums)}.${open}`
}

async function verify(config: Config, place: Place): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sen-verify-'))
  try {
    const sums = await loadBackup(place, config.BACKUP_PASSPHRASE, {
      open: () => openEmbedded(join(folder, 'database'), patient),
      folder,
      files: makeDiskFiles(join(folder, 'files')),
    })
    return `${place.said} is whole: ${counted(sums)}, all as they were written.`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function restore(config: Config, place: Place): Promise<string> {
  if ((await askRunningServer(config.dataDir, ['keys'])) !== undefined)
    throw new StartError(`A server is running on ${config.dataDir}: stop it first.`)
  const unlock = await lockFolder(config.dataDir)
  try {
    takeEmptyFolder(config)
    let isWhole = false
    try {
      const sums = await restoreInto(config, place)
      isWhole = true
      return `${place.said} is restored: ${counted(sums)}. What waited to be sent then waits for people now.`
    } finally {
      finishRestore(config, isWhole)
    }
  } finally {
    unlock()
  }
}

function restoreInto(config: Config, place: Place): Promise<Sums> {
  return loadBackup(place, config.BACKUP_PASSPHRASE, {
    open: async () => {
      const engine = config.DATABASE_URL
        ? await openPostgresql(config.DATABASE_URL, () => {})
        : await openEmbedded(join(config.dataDir, 'database'), patient)
      await refuseUsedDatabase(engine)
      return engine
    },
    folder: config.dataDir,
    files: openFiles(config, systemClock),
  })
}

function counted({ tables, files }: Sums): string {
  const rows = Object.values(tables).reduce((all, table) => all + table.rows, 0)
  return `${rows.toLocaleString('en')} rows, ${Object.keys(files ?? {}).length} files`
}
