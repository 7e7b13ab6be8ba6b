import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { FileMissing, type Files } from './files.ts'
import { newId } from '../ids.ts'
import { makeS3Client, type S3Store } from './s3-client.ts'

/** Uploads pass through a local file (`passing`), because the store needs size and hash first. */
export function makeS3Files(store: S3Store, passing: Files): Files {
  const { bucket } = store
  const { call, done, list } = makeS3Client(store)

  async function put(key: string, from: string, sha256: string): Promise<void> {
    const copy = await passing.local(from)
    await done(key, { method: 'PUT', body: await openAsBlob(copy.path), sha256 })
  }

  return {
    async save(key, content, limits) {
      const part = newId()
      try {
        const measured = await passing.save(part, content, limits)
        await put(key, part, measured.sha256)
        return measured
      } finally {
        await passing.remove(part)
      }
    },
    async read(key, range) {
      const part = range && { headers: { range: `bytes=${range.start}-${range.end}` } }
      const { body } = await call(key, { method: 'GET', ...part })
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    },
    async local(key) {
      const part = newId()
      const { body } = await call(key, { method: 'GET' })
      const content = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
      await passing.save(part, content, { maxBytes: Number.POSITIVE_INFINITY })
      return { path: (await passing.local(part)).path, release: () => passing.remove(part) }
    },
    async exists(key) {
      try {
        await call(key, { method: 'HEAD' })
        return true
      } catch (error) {
        if (error instanceof FileMissing) return false
        throw error
      }
    },
    async copy(from, to) {
      await done(to, { method: 'PUT', headers: { 'x-amz-copy-source': `/${bucket}/${from}` } })
    },
    async remove(key) {
      await done(key, { method: 'DELETE' }).catch(error => {
        if (!(error instanceof FileMissing)) throw error
      })
    },
    async *keys() {
      for await (const { key } of list('')) if (isOurs(key)) yield key
    },
  }
}

/** The bucket may hold what others put there, and backups. */
function isOurs(key: string): boolean {
  return /^[a-z-]+(\/[\da-z-]+)+$/.test(key)
}
