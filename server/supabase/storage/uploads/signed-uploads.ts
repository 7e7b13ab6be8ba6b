import type { FastifyRequest } from 'fastify'
import { signLink } from '#platform/files/file-links.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limitCaller } from '../../caller-limits.ts'
import { findBucket } from '../buckets/buckets.ts'
import { checkKey, isBucketName } from '../objects/object-key.ts'
import { writeObject } from '../objects/object-rows.ts'
import { ownerOf, requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'
import { readLink, requireAddress, workspaceOfLink } from '../links/storage-links.ts'
import { tryWriting } from '../objects/store-object.ts'
import { takeIn, type Uploaded } from './upload-object.ts'

const lifeSeconds = 7200

/** Good for one upload; only for callers who may upload themselves. */
export async function signUpload(platform: Platform, request: FastifyRequest): Promise<{ url: string; token: string }> {
  const claims = await requireStorageCaller(platform, request)
  const { bucket: id, '*': key } = request.params as { bucket: string; '*': string }
  checkKey(key)
  const bucket = await platform.db.asService(null, tx => findBucket(tx, id))
  const upsert = request.headers['x-upsert'] === 'true'
  const { owner, ownerId } = ownerOf(claims)
  const object = {
    id: newId(),
    bucket_id: bucket.id,
    name: key,
    owner,
    owner_id: ownerId,
    version: newId(),
    metadata: null,
    user_metadata: null,
    now: platform.clock.now(),
  }
  await tryWriting(platform, { claims }, tx => writeObject(tx, object, upsert ? 'upsert' : 'create'))
  const url = `${bucket.id}/${key}`
  const token = await signLink(
    platform,
    { url, scope: 'upload', upsert, ...(ownerId === null ? {} : { owner: ownerId }), ...workspaceOfLink(claims, key) },
    lifeSeconds,
  )
  return { url: `/object/upload/sign/${url}?token=${token}`, token }
}

/** The token says whose the object is and whether it may replace one. */
export async function uploadToLink(platform: Platform, request: FastifyRequest): Promise<Uploaded> {
  const { bucket: id, '*': key } = request.params as { bucket: string; '*': string }
  const { token } = request.query as { token?: unknown }
  const link = await readLink(platform, token, { url: `${id}/${key}`, scope: 'upload' })
  await requireAddress(platform, link.workspace, request.ip)
  const owner = ownerOf({ role: 'authenticated', ...(link.owner === undefined ? {} : { sub: link.owner }) })
  limitCaller(platform, request, { role: 'authenticated', ...(owner.owner && { sub: owner.owner }) }, 'uploads')
  checkKey(key)
  if (!isBucketName(id)) throw refuse('NoSuchBucket')
  const bucket = await platform.db.asService(null, tx => findBucket(tx, id))
  return takeIn(platform, request, {
    bucket,
    key,
    claims: { role: 'service_role' },
    owner,
    mode: link.upsert === true ? 'upsert' : 'create',
  })
}
