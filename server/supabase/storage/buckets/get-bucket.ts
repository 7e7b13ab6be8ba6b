import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { type Bucket, findBucket } from './buckets.ts'
import { requireStorageCaller } from '../storage-caller.ts'

/** @throws NoSuchBucket, also for a hidden one */
export async function getBucket(platform: Platform, request: FastifyRequest): Promise<Omit<Bucket, 'type'>> {
  const claims = await requireStorageCaller(platform, request)
  const { id } = request.params as { id: string }
  // The reference omits the type here.
  const { type: _type, ...bucket } = await platform.db.asPerson(claims, tx => findBucket(tx, id))
  return bucket
}
