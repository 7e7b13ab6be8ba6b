import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Claims } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { findBucket } from '../buckets/buckets.ts'
import { findObject } from './object-rows.ts'
import { sendObject } from './send-object.ts'
import { readStorageCaller, requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'
import { readLink, requireAddress } from '../links/storage-links.ts'

type Address = { bucket: string; '*': string }

/** @throws NoSuchBucket, NoSuchKey */
export async function downloadObject(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(platform, request, reply, await readStorageCaller(platform, request))
}

export async function downloadAuthenticated(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(platform, request, reply, await requireStorageCaller(platform, request))
}

/** @throws NoSuchBucket for a private one as for none */
export async function downloadPublic(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(platform, request, reply, undefined)
}

async function send(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  claims: Claims | undefined,
): Promise<FastifyReply> {
  const { bucket: id, '*': key } = request.params as Address
  const bucket = await platform.db.asService(null, tx => findBucket(tx, id))
  if (!bucket.public && !claims) throw refuse('NoSuchBucket')
  const reader = bucket.public || !claims ? ({ role: 'service_role' } as const) : claims
  const find = () => platform.db.asPerson(reader, tx => findObject(tx, id, key))
  return sendObject(platform, request, reply, find, downloadName(request))
}

/** @throws InvalidJWT, InvalidSignature, AccessDenied from an address that the workspace does not allow */
export async function downloadByLink(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { bucket, '*': key } = request.params as Address
  const { token } = request.query as { token?: unknown }
  const { exp, workspace } = await readLink(platform, token, { url: `${bucket}/${key}`, scope: 'download' })
  await requireAddress(platform, workspace, request.ip)
  const find = () => platform.db.asService(null, tx => findObject(tx, bucket, key))
  const name = downloadName(request)
  reply.header('expires', new Date(exp * 1000).toUTCString())
  return sendObject(platform, request, reply, find, name === undefined ? name : decodedOnce(name))
}

function downloadName(request: FastifyRequest): string | undefined {
  const { download } = request.query as { download?: unknown }
  return typeof download === 'string' ? download : undefined
}

/** The client encodes the name in a signed link twice. */
function decodedOnce(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
