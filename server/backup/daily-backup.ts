import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { after, hours } from '#platform/clock.ts'
import { backupName, listBackups } from '#platform/files/list-backups.ts'
import type { Platform } from '#platform/platform.ts'
import { maxBackupMs, sweepOlder } from './sweep-older.ts'

const program = join(import.meta.dirname, '../commands.ts')

/** Runs in its own process. A failed one is retried an hour later; old backups go only once a new one exists. */
export async function makeDailyBackup({ config, clock, log }: Platform): Promise<void> {
  if (!config.BACKUP_FOLDER) return
  const [newest] = await listBackups(config.BACKUP_FOLDER)
  if (newest && newest.at > after(clock.now(), -hours(23.5))) return
  await mkdir(config.BACKUP_FOLDER, { recursive: true, mode: 0o700 })
  const file = join(config.BACKUP_FOLDER, backupName(clock.now()))
  const began = performance.now()
  await sweepOlder(config.BACKUP_FOLDER, name => name.startsWith('sen-') && name.endsWith('.part'))
  await promisify(execFile)(process.execPath, [program, 'backup', file], { timeout: maxBackupMs })
  log.info({ file, ms: Math.round(performance.now() - began) }, 'A backup was made')
  const old = (await listBackups(config.BACKUP_FOLDER)).slice(config.BACKUP_KEEP)
  for (const { path } of old) await rm(path, { force: true })
}
