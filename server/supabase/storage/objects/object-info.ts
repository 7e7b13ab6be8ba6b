import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { findBucket } from '../buckets/buckets.ts'
import { findObject } from './object-rows.ts'
import { requireStorageCaller } from '../storage-caller.ts'

/**
 * Also the client's `exists`.
 * @throws NoSuchKey
 */
export async function objectInfo(platform: Platform, request: FastifyRequest) {
  const claims = await requireStorageCaller(platform, request)
  const { bucket, '*': key } = request.params as { bucket: string; '*': string }
  await platform.db.asService(null, tx => findBucket(tx, bucket))
  const row = await platform.db.asPerson(claims, tx => findObject(tx, bucket, key))
  const { metadata } = row
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    content_encoding: metadata?.contentEncoding ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
  }
}
