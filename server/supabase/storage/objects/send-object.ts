import type { FastifyReply, FastifyRequest } from 'fastify'
import { FileMissing } from '#platform/files/files.ts'
import type { Platform } from '#platform/platform.ts'
import { readRange } from './byte-range.ts'
import { bytesOf } from './object-key.ts'
import type { ObjectMetadata, ObjectRow } from './object-rows.ts'
import { dispositionOf, shownAs } from './shown-type.ts'
import { refuse } from '../storage-error.ts'

/** @throws NoSuchKey, InvalidRange. `find` is called again when the bytes were replaced before reading */
export async function sendObject(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<ObjectRow>,
  download: string | undefined,
): Promise<FastifyReply> {
  for (let tries = 0; ; tries++) {
    const row = await find()
    const bytes = bytesOf(row.version)
    if (!bytes || !row.metadata) throw refuse('NoSuchKey')
    describeObject(reply, row.metadata, download)
    if (isUnchanged(request, row.metadata)) return reply.code(304).send()
    const { size } = row.metadata
    const range = holds(request, row.metadata) ? readRange(request.headers.range, size) : undefined
    if (range === 'outside') {
      clearDescription(reply)
      reply.header('content-range', `bytes */${size}`)
      throw refuse('InvalidRange')
    }
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    reply.header('content-length', range ? range.end - range.start + 1 : size)
    if (request.method === 'HEAD') return reply.send()
    try {
      return reply.send(await platform.files.read(bytes, range))
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      reply.code(200)
      clearDescription(reply)
      if (tries > 0) throw refuse('NoSuchKey')
    }
  }
}

const described = ['content-type', 'content-length', 'content-range', 'content-disposition', 'content-encoding']
const cacheHeaders = ['etag', 'last-modified', 'cache-control', 'accept-ranges', 'x-robots-tag']

function describeObject(reply: FastifyReply, metadata: ObjectMetadata, download: string | undefined): void {
  const { type, inline } = shownAs(metadata.mimetype)
  const disposition = dispositionOf(download, inline)
  reply
    .header('content-type', type)
    .header('etag', metadata.eTag)
    .header('last-modified', new Date(metadata.lastModified).toUTCString())
    .header('cache-control', metadata.cacheControl)
    .header('accept-ranges', 'bytes')
    .header('x-robots-tag', 'none')
  if (disposition) reply.header('content-disposition', disposition)
  if (metadata.contentEncoding) reply.header('content-encoding', metadata.contentEncoding)
}

function clearDescription(reply: FastifyReply): void {
  for (const name of [...described, ...cacheHeaders]) reply.removeHeader(name)
}

/** RFC 9110, 13.1.2 and 13.1.3: a tag decides alone; times count in whole seconds. */
function isUnchanged(request: FastifyRequest, metadata: ObjectMetadata): boolean {
  const tags = request.headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === metadata.eTag)
  const since = Date.parse(request.headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Math.floor(Date.parse(metadata.lastModified) / 1000) * 1000 <= since
}

function holds(request: FastifyRequest, metadata: ObjectMetadata): boolean {
  const condition = request.headers['if-range']
  if (typeof condition !== 'string') return true
  return condition === metadata.eTag || condition === new Date(metadata.lastModified).toUTCString()
}
