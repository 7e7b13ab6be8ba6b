import type { Config } from '#server/config.ts'
import type { Clock } from '../clock.ts'
import { openBackupBucket } from './backup-bucket.ts'
import { openBackupFolder } from './backup-folder.ts'
import type { BackupStore } from './backup-store.ts'

/** Those that the schedule fills. */
export function openBackupStores(config: Config, clock: Clock): BackupStore[] {
  const folder = config.BACKUP_FOLDER ? [openBackupFolder(config.BACKUP_FOLDER)] : []
  return config.BACKUP_S3_ENDPOINT ? [...folder, openBackupBucket(config, clock)] : folder
}
