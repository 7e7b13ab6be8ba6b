import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BackupStore, backupName, dailyName, leansOn, listDaily } from '#platform/backups/backup-store.ts'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import { maxBackupMs } from '#platform/backups/sweep-older.ts'
import { after, hours } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Platform } from '#platform/platform.ts'
import { inBucket, incremental, placeIn } from './backup-place.ts'
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
  const before = await listDaily(store)
  if (before[0] && before[0].at > after(clock.now(), -hours(23.5))) return
  const folder = store.kind === 's3' ? inBucket : config.BACKUP_FOLDER
  const place = placeIn(store, config.BACKUP_FOLDER, backupName(clock.now()))
  const words = config.BACKUP_WHOLE_EVERY > 1 ? [incremental, folder] : [place]
  const began = performance.now()
  let answer = ''
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'backup', ...words], {
      timeout: maxBackupMs,
    })
    answer = stdout.trim()
  } finally {
    await sweep(store, log)
  }
  const made = (await listDaily(store)).find(({ name }) => before.every(one => one.name !== name))
  const ms = Math.round(performance.now() - began)
  log.info({ place: made?.name, bytes: made?.size, ms, answer }, 'A backup was made')
  if (made) await removeOld(store, made.name, config.BACKUP_KEEP)
}

/** Failing does not fail the backup, which needs fewer rights. Runs after a failed backup too, as it may free space for the next. */
async function sweep(store: BackupStore, log: Log): Promise<void> {
  try {
    await store.sweep()
  } catch (error) {
    log.warn({ error, store: store.kind }, 'What killed backups left could not be removed')
  }
}

/**
 * Removes nothing until the new backup is listed. Never removed: the new one, even if others have later times; those on which a
 * remaining one leans; the last of each of the newest days, however many were made by hand that day.
 */
export async function removeOld(store: BackupStore, made: string, count: number): Promise<void> {
  const all = await listDaily(store)
  if (!all.some(({ name }) => name === made)) return
  const names = all.map(({ name }) => name)
  const lastOfDays = [...Map.groupBy(names, dayOf).values()].slice(0, count).map(([newest]) => newest)
  const staying = names.filter((name, at) => at < count || name === made || lastOfDays.includes(name))
  for (const name of names)
    if (!staying.includes(name) && !staying.some(one => leansOn(one, name))) await store.remove(name)
}

function dayOf(name: string): string {
  return dailyName.exec(name)?.[1]?.slice(0, 8) ?? ''
}
