import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { limitCaller } from '../../caller-limits.ts'
import { findBucket } from '../buckets/buckets.ts'
import { checkKey } from '../objects/object-key.ts'
import type { WriteMode } from '../objects/object-rows.ts'
import { discardRest } from '#platform/http/discard-rest.ts'
import { readUpload } from './read-upload.ts'
import { ownerOf, requireStorageCaller } from '../storage-caller.ts'
import { maxBytesOf, type Place, storeObject } from '../objects/store-object.ts'

export type Uploaded = { Id: string; Key: string }

export function uploadObject(platform: Platform, request: FastifyRequest): Promise<Uploaded> {
  return upload(platform, request, request.headers['x-upsert'] === 'true' ? 'upsert' : 'create')
}

export function replaceObject(platform: Platform, request: FastifyRequest): Promise<Uploaded> {
  return upload(platform, request, 'replace')
}

async function upload(platform: Platform, request: FastifyRequest, mode: WriteMode): Promise<Uploaded> {
  const claims = await requireStorageCaller(platform, request)
  limitCaller(platform, request, claims, 'uploads')
  const { bucket: id, '*': key } = request.params as { bucket: string; '*': string }
  checkKey(key)
  // As the service role: limits also hold for callers who may write without seeing the bucket.
  const bucket = await platform.db.asService(null, tx => findBucket(tx, id))
  return takeIn(platform, request, { bucket, key, claims, owner: ownerOf(claims), mode })
}

export async function takeIn(platform: Platform, request: FastifyRequest, place: Place): Promise<Uploaded> {
  try {
    const sent = await readUpload(request, maxBytesOf(platform, place.bucket))
    const { id } = await storeObject(platform, place, sent)
    return { Id: id, Key: `${place.bucket.id}/${place.key}` }
  } finally {
    discardRest(request)
  }
}
