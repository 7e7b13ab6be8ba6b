import { ReadableStream } from 'node:stream/web'
import type { Config } from '#server/config.ts'
import { after, type Clock } from '../clock.ts'
import { FileMissing } from '../files/files.ts'
import { makeS3Client } from '../files/s3-client.ts'
import { StoreFault } from '../files/store-fault.ts'
import { abortUpload, uploadParts } from '../files/upload-parts.ts'
import type { BackupBytes, BackupFile, BackupStore } from './backup-store.ts'
import { maxBackupMs } from './sweep-older.ts'

/** Directly under the prefix; a name never escapes it. */
const ours = /^[\w-][\w.-]*\.backup$/
/** A connection that breaks while gigabytes are read is taken up again where it broke. */
const tries = 5

export function openBackupBucket(config: Config, clock: Clock): BackupStore {
  const client = makeS3Client({
    endpoint: config.BACKUP_S3_ENDPOINT,
    bucket: config.BACKUP_S3_BUCKET,
    region: config.BACKUP_S3_REGION,
    accessKeyId: config.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: config.BACKUP_S3_SECRET_ACCESS_KEY,
  })
  const prefix = config.BACKUP_S3_PREFIX && `${config.BACKUP_S3_PREFIX}/`

  function keyOf(name: string): string {
    if (!ours.test(name)) throw new StoreFault('other', `“${name}” is no name of a backup: letters, digits, .backup.`)
    return prefix + name
  }

  async function find(name: string): Promise<BackupFile | undefined> {
    for await (const { key, size, at } of client.list(keyOf(name))) if (key === keyOf(name)) return { name, size, at }
    return undefined
  }

  return {
    kind: 's3',
    exists: async name => (await find(name)) !== undefined,
    async write(name, content) {
      const size = await uploadParts(client, keyOf(name), content)
      // Older ones are removed on the strength of this one.
      const stored = await find(name)
      if (stored?.size !== size)
        throw new StoreFault('other', `The file store took ${size} bytes, and has ${stored?.size ?? 0}.`)
    },
    read: async name => streamOf(readOn(keyOf(name))),
    async list() {
      const found: BackupFile[] = []
      for await (const { key, size, at } of client.list(prefix)) {
        const name = key.slice(prefix.length)
        if (ours.test(name)) found.push({ name, size, at })
      }
      return found
    },
    async remove(name) {
      await client.done(keyOf(name), { method: 'DELETE' })
    },
    async sweep() {
      for await (const { key, uploadId, at } of client.listUploads(prefix))
        if (ours.test(key.slice(prefix.length)) && at < after(clock.now(), -maxBackupMs))
          await abortUpload(client, key, uploadId).catch(ignoreMissing)
    },
  }

  async function* readOn(key: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let at = 0
    let tag: string | undefined
    for (let left = tries; ; left--) {
      const headers = tag === undefined ? {} : { range: `bytes=${at}-`, 'if-match': tag }
      try {
        const answer = await client.call(key, { method: 'GET', headers })
        tag = answer.headers.get('etag') ?? ''
        if (at > 0 && answer.status !== 206) throw new StoreFault('other', 'The store does not go on in the middle.')
        for await (const chunk of answer.body ?? []) {
          yield chunk
          at += chunk.length
          left = tries
        }
        return
      } catch (error) {
        if (error instanceof FileMissing || (error instanceof StoreFault && error.fault !== 'silent')) throw error
        if (left === 0) throw new StoreFault('silent', (error as Error).message, { cause: error })
      }
    }
  }
}

function streamOf(content: AsyncGenerator<Uint8Array<ArrayBuffer>>): BackupBytes {
  return ReadableStream.from(content) as BackupBytes
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof FileMissing)) throw error
}
