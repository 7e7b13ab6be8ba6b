import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BackupStore, backupName, listDaily } from '#platform/backups/backup-store.ts'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import { maxBackupMs } from '#platform/backups/sweep-older.ts'
import { after, hours } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Platform } from '#platform/platform.ts'
import { placeIn } from './backup-place.ts'
import { copyErasures } from './erasures/record-erasures.ts'

const program = join(import.meta.dirname, '../commands.ts')

/** Runs in its own process. A failed one is retried an hour later. */
export async function makeDailyBackup(platform: Platform): Promise<void> {
  for (const store of openBackupStores(platform.config, platform.clock)) {
    try {
      await copyErasures(platform, store)
      await fill(platform, store)
    } catch (error) {
      platform.log.error({ error, store: store.kind }, 'A backup failed')
    }
  }
}

async function fill({ config, clock, log }: Platform, store: BackupStore): Promise<void> {
  const [newest] = await listDaily(store)
  if (newest && newest.at > after(clock.now(), -hours(23.5))) return
  const name = backupName(clock.now())
  const place = placeIn(store, config.BACKUP_FOLDER, name)
  const began = performance.now()
  try {
    await promisify(execFile)(process.execPath, [program, 'backup', place], { timeout: maxBackupMs })
    log.info({ place, ms: Math.round(performance.now() - began) }, 'A backup was made')
  } finally {
    await sweep(store, log)
  }
  await removeOld(store, name, config.BACKUP_KEEP)
}

/** Failing does not fail the backup, which needs fewer rights. Runs after a failed backup too, as it may free space for the next. */
async function sweep(store: BackupStore, log: Log): Promise<void> {
  try {
    await store.sweep()
  } catch (error) {
    log.warn({ error, store: store.kind }, 'What killed backups left could not be removed')
  }
}

/** Removes nothing until the new backup is listed, which is never removed, even if others have later times. */
export async function removeOld(store: BackupStore, made: string, keep: number): Promise<void> {
  const all = await listDaily(store)
  if (!all.some(({ name }) => name === made)) return
  for (const { name } of all.slice(keep)) if (name !== made) await store.remove(name)
}
