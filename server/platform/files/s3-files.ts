import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { minutes, seconds } from '../clock.ts'
import { FileMissing, type Files } from './files.ts'
import { newId } from '../ids.ts'

export type S3Store = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: Blob
  /** hex, signed so that nobody can change the bytes in transit */
  sha256?: string
}

const sha256OfNothing = createHash('sha256').digest('hex')

/** Uploads pass through a local file (`passing`), because the store needs size and hash first. */
export function makeS3Files(store: S3Store, passing: Files): Files {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store
  // Retrying is the caller's decision.
  const aws = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey, retries: 0 })

  /** The time limit covers the headers, not the body. */
  async function call(key: string, { method, headers, body, sha256 = sha256OfNothing }: Call): Promise<Response> {
    const stop = new AbortController()
    const late = setTimeout(
      () => stop.abort(new Error('The file store did not answer.')),
      body ? minutes(1) : seconds(15),
    )
    const request = {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      body: body ?? null,
      redirect: 'error',
      signal: stop.signal,
    } as const
    const response = await aws.fetch(`${endpoint}/${bucket}/${key}`, request).finally(() => clearTimeout(late))
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404) throw new FileMissing()
    throw new Error(`The file store answered ${response.status} to ${method}.`)
  }

  async function done(key: string, request: Call): Promise<void> {
    const response = await call(key, request)
    // S3 reports a copy that fails halfway in a 200 body.
    if ((await response.text()).includes('<Error>')) throw new Error(`The file store failed at ${request.method}.`)
  }

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
    copy: (from, to) => done(to, { method: 'PUT', headers: { 'x-amz-copy-source': `/${bucket}/${from}` } }),
    async remove(key) {
      await done(key, { method: 'DELETE' }).catch(error => {
        if (!(error instanceof FileMissing)) throw error
      })
    },
  }
}
