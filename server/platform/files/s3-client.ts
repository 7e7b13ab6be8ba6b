import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { after, minutes, seconds, systemClock } from '../clock.ts'
import { FileMissing } from './files.ts'
import { faultOf, StoreFault } from './store-fault.ts'

export type S3Store = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Blob
  /** hex, signed so that nobody can change the bytes in transit */
  sha256?: string
  /** until the answer begins; a minute with a body, else 15 seconds */
  limitMs?: number
}

export type S3Client = ReturnType<typeof makeS3Client>

export type S3Object = { key: string; size: number; at: Date }

const sha256OfNothing = createHash('sha256').digest('hex')
const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, removeNSPrefix: true })

export function makeS3Client({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Store) {
  // Retrying is the caller's decision.
  const aws = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey, retries: 0 })
  /** The store's clock against this machine's: it refuses signatures that are a quarter of an hour off. */
  let aheadMs = 0

  /** The time limit covers the headers, not the body. @throws FileMissing, StoreFault */
  async function call(key: string, wanted: Call, isAgain = false): Promise<Response> {
    const { method, query, headers, body, sha256 = sha256OfNothing, limitMs = body ? minutes(1) : seconds(15) } = wanted
    refuseStrayKey(key)
    const signedAt = after(systemClock.now(), aheadMs)
    const stop = new AbortController()
    const late = setTimeout(() => stop.abort(new Error('The file store did not answer.')), limitMs)
    const request = {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      body: body ?? null,
      // Followed, a redirect would take the signature elsewhere.
      redirect: 'manual',
      signal: stop.signal,
      aws: { datetime: signedAt.toISOString().replace(/[:-]|\.\d{3}/g, '') },
    } as const
    const asked = query ? `?${new URLSearchParams(query).toString()}` : ''
    const response = await aws
      .fetch(`${endpoint}/${bucket}/${key}${asked}`, request)
      .catch((error: unknown) => {
        throw new StoreFault('silent', (error as Error).message, { cause: error })
      })
      .finally(() => clearTimeout(late))
    if (response.ok) return response
    const code = codeIn(await response.text().catch(() => ''))
    const storeTime = Date.parse(response.headers.get('date') ?? '')
    // The answer to HEAD has no body that says so.
    const isSkewed = code === 'RequestTimeTooSkewed' || (response.status === 403 && code === '')
    if (isSkewed && !isAgain && Math.abs(storeTime - signedAt.getTime()) > minutes(1)) {
      aheadMs = storeTime - systemClock.now().getTime()
      return call(key, wanted, true)
    }
    if (response.status === 404 && code !== 'NoSuchBucket') throw new FileMissing()
    const named = code && ` (${code})`
    throw new StoreFault(
      faultOf(response.status, code),
      `The file store answered ${response.status} to ${method}${named}.`,
    )
  }

  /** The whole answer as text. */
  async function done(key: string, request: Call): Promise<string> {
    const text = await (await call(key, request)).text()
    // S3 reports a copy that fails halfway in a 200 body.
    if (text.includes('<Error>'))
      throw new StoreFault(faultOf(500, codeIn(text)), `The file store failed at ${request.method}.`)
    return text
  }

  /** In the order of their keys. The older way to list, by the last key seen: every store knows it. */
  async function* list(prefix: string, atOnce = 1000): AsyncGenerator<S3Object> {
    for (let marker: string | undefined = ''; marker !== undefined;) {
      const query: Record<string, string> = { prefix, 'max-keys': String(atOnce), ...(marker && { marker }) }
      const { ListBucketResult: found } = read(listing, await done('', { method: 'GET', query }))
      const listed = found.Contents
      for (const { Key, Size, LastModified } of listed) yield { key: Key, size: Size, at: LastModified }
      marker = found.IsTruncated === 'true' ? listed.at(-1)?.Key : undefined
    }
  }

  /** Uploads in parts that were neither finished nor aborted. */
  async function* listUploads(prefix: string): AsyncGenerator<{ key: string; uploadId: string; at: Date }> {
    for (let from: Record<string, string> | undefined = {}; from !== undefined;) {
      const query: Record<string, string> = { uploads: '', prefix, ...from }
      const { ListMultipartUploadsResult: found } = read(uploadListing, await done('', { method: 'GET', query }))
      const listed = found.Upload
      for (const { Key, UploadId, Initiated } of listed) yield { key: Key, uploadId: UploadId, at: Initiated }
      const last = found.IsTruncated === 'true' ? listed.at(-1) : undefined
      from = last && { 'key-marker': last.Key, 'upload-id-marker': last.UploadId }
    }
  }

  return { call, done, list, listUploads }
}

function codeIn(text: string): string {
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
}

const IsTruncated = z.string().optional()
const listing = z.object({
  ListBucketResult: z.object({
    IsTruncated,
    Contents: many(z.object({ Key: z.string().min(1), Size: z.coerce.number(), LastModified: z.coerce.date() })),
  }),
})
const uploadListing = z.object({
  ListMultipartUploadsResult: z.object({
    IsTruncated,
    Upload: many(z.object({ Key: z.string().min(1), UploadId: z.string().min(1), Initiated: z.coerce.date() })),
  }),
})

/** Parsed XML has a single item as itself, and none as undefined. */
function many<T extends z.ZodType>(one: T) {
  return z.union([z.array(one), one.transform(only => [only])]).default([])
}

/** Another program's page, answered with 200, is no empty store. @throws StoreFault */
function read<T extends z.ZodType>(shape: T, text: string): z.output<T> {
  const { data, error } = shape.safeParse(parser.parse(text))
  if (error) throw new StoreFault('other', 'The file store answered with no list of files.', { cause: error })
  return data
}

/** Keys may come from a backup that somebody else wrote: `..` would reach another bucket. */
function refuseStrayKey(key: string): void {
  if (key !== '' && !/^[\w.-]+(\/[\w.-]+)*$/.test(key)) throw new Error('A file key may not leave its bucket.')
  if (key.split('/').some(part => part === '.' || part === '..'))
    throw new Error('A file key may not leave its bucket.')
}
