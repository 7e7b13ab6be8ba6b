import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Clock, days } from '../clock.ts'
import { makeDiskFiles } from './disk-files.ts'
import type { Files } from './files.ts'
import { makeS3Files } from './s3-files.ts'

export function openFiles(config: Config, clock: Clock): Files {
  if (!config.S3_ENDPOINT) return makeDiskFiles(join(config.dataDir, 'files'))
  const store = {
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  }
  const passing = join(config.dataDir, 'passing-files')
  sweep(passing, clock.now().getTime() - days(1))
  return makeS3Files(store, makeDiskFiles(passing))
}

/** Removes leftovers of killed processes. Younger files may belong to another process. */
function sweep(folder: string, before: number): void {
  for (const name of listed(folder)) {
    const file = join(folder, name)
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? before) < before) rmSync(file, { force: true })
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
