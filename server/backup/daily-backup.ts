import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { after, hours } from '#platform/clock.ts'
import { backupName, listBackups } from '#platform/files/list-backups.ts'
import type { Platform } from '#platform/platform.ts'
import { maxBackupMs, sweepOlder } from './sweep-older.ts'

const program = join(import.meta.dirname, '../commands.ts')

/**
 * Once a day, where an operator has named a folder: a backup in a process of its own, and none older than the newest `BACKUP_KEEP`. One that fails
 * is tried again an hour later; what is there stays until a new one stands beside it.
 */
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
