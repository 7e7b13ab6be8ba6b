import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Clock } from './clock.ts'
import { makeDiskFiles } from './disk-files.ts'
import type { Files } from './files.ts'
import { makeS3Files } from './s3-files.ts'

/** In the data folder; in an S3-compatible store where the settings name one. */
export function openFiles(config: Config, clock: Clock): Files {
  if (!config.S3_ENDPOINT) return makeDiskFiles(join(config.dataDir, 'files'))
  const store = {
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  }
  return makeS3Files(store, makeDiskFiles(join(config.dataDir, 'passing-files')), clock)
}
