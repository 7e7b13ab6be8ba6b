import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { type Bucket, findBucket } from './buckets.ts'
import { requireStorageCaller } from '../storage-caller.ts'

/** GET /bucket/{id}. @throws NoSuchBucket, also for one that the caller may not see */
export async function getBucket(platform: Platform, request: FastifyRequest): Promise<Omit<Bucket, 'type'>> {
  const claims = await requireStorageCaller(platform, request)
  const { id } = request.params as { id: string }
  // As the reference answers here; the list of buckets tells it.
  const { type: _told, ...bucket } = await platform.db.asPerson(claims, tx => findBucket(tx, id))
  return bucket
}
