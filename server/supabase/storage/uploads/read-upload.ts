import { PassThrough, type Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { refuse, type StorageError } from '../storage-error.ts'
import type { Upload } from '../objects/store-object.ts'

/** For multipart framing and fields. */
const multipartOverhead = 131_072
const maxMetadata = 16_384
const deepestMetadata = 32

/** Reads up to the file, which comes last in a form. `maxBytes`: of the file; larger forms are refused unread. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  const declaredSize = Number(request.headers['content-length'] ?? Number.NaN)
  const length = Number.isNaN(declaredSize) ? undefined : declaredSize
  if (!request.isMultipart()) {
    const { headers } = request
    return {
      content: apart(request.raw),
      type: checkedType(headers['content-type']),
      cacheControl: checkedCacheControl(headers['cache-control']),
      contentEncoding: undefined,
      userMetadata: readMetadata(decoded(headers['x-metadata'])),
      length,
    }
  }
  if (length !== undefined && length > maxBytes + multipartOverhead) throw refuse('EntityTooLarge')
  const fields = new Map<string, string>()
  // One byte more, so that excess is refused instead of silently cut.
  const limits = { files: 1, fields: 10, fieldSize: multipartOverhead / 2, fileSize: maxBytes + 1 }
  const parts = request.parts({ limits })
  for (;;) {
    const part = await nextPart(parts)
    if (!part) throw refuse('InvalidRequest', 'No content provided')
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value))
      continue
    }
    const age = fields.get('cacheControl')
    return {
      content: apart(part.file),
      type: checkedType(fields.get('contentType') ?? part.mimetype),
      cacheControl: checkedCacheControl(age === undefined ? undefined : /^\d+$/.test(age) ? `max-age=${age}` : age),
      contentEncoding: checkedEncoding(fields.get('contentEncoding')),
      userMetadata: readMetadata(fields.get('metadata')),
      length: undefined,
    }
  }
}

async function nextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  const next = await parts.next().catch(() => {
    throw brokenOff()
  })
  return next.done === true ? undefined : next.value
}

/** Decoupled, so that a refusal half-way reaches the sender and the sender's failures are not ours. */
function apart(source: Readable): Readable {
  const body = new PassThrough().on('error', () => {}) // failures after the reader has gone
  const breakOff = () => {
    if (!source.readableEnded) body.destroy(brokenOff())
  }
  source.on('error', breakOff).on('close', breakOff)
  return source.pipe(body)
}

function brokenOff(): StorageError {
  return refuse('InvalidRequest', 'The request broke off, or is no form')
}

const mediaType = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(\s*;\s*[\w-]+=("[\w .:/+-]*"|[\w.:+-]*))*$/i

export function checkedType(type: string | undefined): string {
  const clean = type?.trim() ?? ''
  return clean.length <= 200 && mediaType.test(clean) ? clean : 'application/octet-stream'
}

export function checkedCacheControl(value: string | undefined): string {
  return value !== undefined && /^[\w=, -]{1,200}$/.test(value) ? value : 'no-cache'
}

export function checkedEncoding(value: string | undefined): string | undefined {
  return /^[a-z0-9-]{1,40}$/i.exec(value ?? '')?.[0]
}

function decoded(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : Buffer.from(String(header), 'base64').toString('utf8')
}

function readMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === '') return null
  const wrong = () => refuse('InvalidRequest', 'The metadata must be a JSON object of at most 16 KB')
  if (Buffer.byteLength(text) > maxMetadata) throw wrong()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depthOf(value) > deepestMetadata)
    throw wrong()
  return value as Record<string, unknown>
}

function depthOf(value: unknown): number {
  let depth = 0
  let layer = [value]
  while (layer.length > 0 && depth <= deepestMetadata) {
    depth++
    layer = layer.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return depth
}
