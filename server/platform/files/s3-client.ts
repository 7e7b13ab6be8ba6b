import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { minutes, seconds } from '../clock.ts'
import { FileMissing } from './files.ts'

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
}

export type S3Object = { key: string; size: number; at: Date }

const sha256OfNothing = createHash('sha256').digest('hex')
const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, removeNSPrefix: true })

export function makeS3Client({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Store) {
  // Retrying is the caller's decision.
  const aws = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey, retries: 0 })

  /** The time limit covers the headers, not the body. @throws FileMissing */
  async function call(
    key: string,
    { method, query, headers, body, sha256 = sha256OfNothing }: Call,
  ): Promise<Response> {
    refuseStrayKey(key)
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
    const asked = query ? `?${new URLSearchParams(query).toString()}` : ''
    const response = await aws.fetch(`${endpoint}/${bucket}/${key}${asked}`, request).finally(() => clearTimeout(late))
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404) throw new FileMissing()
    throw new Error(`The file store answered ${response.status} to ${method}.`)
  }

  /** The whole answer as text. */
  async function done(key: string, request: Call): Promise<string> {
    const text = await (await call(key, request)).text()
    // S3 reports a copy that fails halfway in a 200 body.
    if (text.includes('<Error>')) throw new Error(`The file store failed at ${request.method}.`)
    return text
  }

  /** In the order of their keys. The older way to list, by the last key seen: every store knows it. */
  async function* list(prefix: string, atOnce = 1000): AsyncGenerator<S3Object> {
    for (let marker: string | undefined = ''; marker !== undefined;) {
      const query = { prefix, 'max-keys': String(atOnce), ...(marker && { marker }) }
      const { ListBucketResult: found } = parser.parse(await done('', { method: 'GET', query })) as Listing
      const listed = [found.Contents ?? []].flat()
      for (const { Key, Size, LastModified } of listed)
        yield { key: Key, size: Number(Size), at: new Date(LastModified) }
      marker = found.IsTruncated === 'true' ? listed.at(-1)?.Key : undefined
    }
  }

  return { call, done, list }
}

type Listed = { Key: string; Size: string; LastModified: string }
type Listing = {
  ListBucketResult: { Contents?: Listed | Listed[]; IsTruncated?: string }
}

/** Keys may come from a backup that somebody else wrote: `..` would lead into another bucket. */
function refuseStrayKey(key: string): void {
  if (key !== '' && !/^[\w.-]+(\/[\w.-]+)*$/.test(key)) throw new Error('A file key may not leave its bucket.')
  if (key.split('/').some(part => part === '.' || part === '..'))
    throw new Error('A file key may not leave its bucket.')
}
