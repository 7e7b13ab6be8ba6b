import { basename, dirname, resolve } from 'node:path'
import { openBackupBucket } from '#platform/backups/backup-bucket.ts'
import { openBackupFolder } from '#platform/backups/backup-folder.ts'
import type { BackupStore } from '#platform/backups/backup-store.ts'
import type { Clock } from '#platform/clock.ts'
import { StartError } from '#platform/errors.ts'
import { FileMissing } from '#platform/files/files.ts'
import { StoreFault } from '#platform/files/store-fault.ts'
import { installationEn } from '#shared/texts/operator/installation.en.ts'
import type { Config } from '../config.ts'

/** `shown`: as the person wrote it, for messages. */
export type Place = { store: BackupStore; name: string; shown: string }

export const inBucket = 's3:'
/** The program names the backup itself. */
export const incremental = '--incremental'

/** `s3:NAME` is in the store for backups, anything else a file. @throws StartError */
export function placeOf(config: Config, clock: Clock, shown: string): Place {
  if (!shown.startsWith(inBucket))
    return { store: openBackupFolder(dirname(resolve(shown))), name: basename(shown), shown }
  if (!config.BACKUP_S3_ENDPOINT) throw new StartError(`${shown} is in no store: set BACKUP_S3_ENDPOINT first.`)
  return { store: openBackupBucket(config, clock), name: shown.slice(inBucket.length), shown }
}

/** Of `s3:` alone, or a folder. @throws StartError */
export function storeOf(config: Config, clock: Clock, shown: string): BackupStore {
  return shown === inBucket ? placeOf(config, clock, shown).store : openBackupFolder(resolve(shown))
}

export function placeIn(store: BackupStore, folder: string, name: string): string {
  return store.kind === 's3' ? inBucket + name : resolve(folder, name)
}

/** The same however the person wrote it. */
export function pathOf({ store, shown }: Place): string {
  return store.kind === 's3' ? shown : resolve(shown)
}

/** @throws StartError that says what to do, instead of what a store answers */
export async function inPlainWords<T>(shown: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof FileMissing) throw new StartError(`There is no ${shown}.`)
    if (error instanceof StoreFault)
      throw new StartError(`${installationEn[`store_${error.fault}`]} (${error.message})`)
    throw error
  }
}
