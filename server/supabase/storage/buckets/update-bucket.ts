import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { bucketSettings, findBucket, readLimits } from './buckets.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'
import { readStorageInput } from '../storage-input.ts'

/** @throws NoSuchBucket, AccessDenied */
export async function updateBucket(platform: Platform, request: FastifyRequest): Promise<{ message: string }> {
  const claims = await requireStorageCaller(platform, request)
  const { id } = request.params as { id: string }
  const input = readStorageInput(bucketSettings, request.body)
  const { size, types } = readLimits(platform.config, input)
  await platform.db.asPerson(claims, async tx => {
    const before = await findBucket(tx, id)
    const { rows } = await sql`update storage.buckets set public = ${input.public ?? before.public},
        file_size_limit = ${size === undefined ? before.file_size_limit : size},
        allowed_mime_types = ${types === undefined ? before.allowed_mime_types : types}::text[], updated_at = ${platform.clock.now()}
      where id = ${id} returning id`.execute(tx)
    if (rows.length === 0) throw refuse('AccessDenied', 'new row violates row-level security policy')
  })
  return { message: 'Successfully updated' }
}
