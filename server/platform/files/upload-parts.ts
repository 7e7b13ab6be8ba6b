import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { minutes, seconds } from '../clock.ts'
import type { S3Client } from './s3-client.ts'
import { StoreFault } from './store-fault.ts'

type Options = {
  /** at least 5 MiB at Amazon’s, of the last one less; of at most 10,000: 640 GB */
  partBytes?: number
  /** ms before each further try of a part */
  pauses?: number[]
}
type Part = { number: number; tag: string }

/** Seen by others only when whole; a failed one is aborted. Returns its size in bytes. @throws StoreFault */
export async function uploadParts(
  client: S3Client,
  key: string,
  content: AsyncIterable<Uint8Array>,
  { partBytes = 64 * 1024 * 1024, pauses = [seconds(1), seconds(10), seconds(60)] }: Options = {},
): Promise<number> {
  const begun = await client.done(key, { method: 'POST', query: { uploads: '' } })
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1]
  if (!uploadId) throw new StoreFault('other', 'The file store began no upload.')
  try {
    const parts: Part[] = []
    let size = 0
    for await (const part of cut(content, partBytes)) {
      const number = parts.length + 1
      const query = { partNumber: String(number), uploadId }
      parts.push({ number, tag: await patiently(pauses, () => sendPart(client, key, query, part)) })
      size += part.length
    }
    await finish(client, key, uploadId, parts)
    return size
  } catch (error) {
    await abortUpload(client, key, uploadId).catch(() => {})
    throw error
  }
}

export async function abortUpload(client: S3Client, key: string, uploadId: string): Promise<void> {
  await client.done(key, { method: 'DELETE', query: { uploadId } })
}

async function sendPart(
  client: S3Client,
  key: string,
  query: Record<string, string>,
  part: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const sha256 = createHash('sha256').update(part).digest('hex')
  const answer = await client.call(key, {
    ...{ method: 'PUT', query, sha256 },
    body: new Blob([part]),
    limitMs: minutes(15),
  })
  await answer.body?.cancel()
  return answer.headers.get('etag') ?? ''
}

async function finish(client: S3Client, key: string, uploadId: string, parts: Part[]): Promise<void> {
  const named = parts.map(
    ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  )
  const list = `<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`
  const sha256 = createHash('sha256').update(list).digest('hex')
  await client.done(key, {
    ...{ method: 'POST', query: { uploadId }, sha256 },
    body: new Blob([list]),
    limitMs: minutes(15),
  })
}

async function patiently<T>(pauses: number[], run: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof StoreFault && (error.fault === 'silent' || error.fault === 'busy'))) throw error
    }
    await wait(pause)
  }
  return run()
}

/** Even nothing is one part. */
async function* cut(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(size)
  let filled = 0
  let isFirst = true
  for await (const chunk of content)
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + size - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < size) continue
      yield part
      part = new Uint8Array(size)
      filled = 0
      isFirst = false
    }
  if (filled > 0 || isFirst) yield part.subarray(0, filled)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
