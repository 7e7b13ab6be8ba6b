import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { type Bucket, findBucket } from './buckets.ts'
import { requireStorageCaller } from './storage-caller.ts'

/** GET /bucket/{id}. @throws NoSuchBucket, also for one that the caller may not see */
export async function getBucket(platform: Platform, request: FastifyRequest): Promise<Bucket> {
  const claims = await requireStorageCaller(platform, request)
  const { id } = request.params as { id: string }
  return platform.db.asPerson(claims, tx => findBucket(tx, id))
}
