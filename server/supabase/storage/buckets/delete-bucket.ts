import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { findBucket } from './buckets.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'

/** @throws NoSuchBucket, ResourceNotEmpty, AccessDenied */
export async function deleteBucket(platform: Platform, request: FastifyRequest): Promise<{ message: string }> {
  const claims = await requireStorageCaller(platform, request)
  const { id } = request.params as { id: string }
  await platform.db
    .asPerson(claims, async tx => {
      await findBucket(tx, id)
      const { rows } = await sql`delete from storage.buckets where id = ${id} returning id`.execute(tx)
      if (rows.length === 0) throw refuse('AccessDenied')
    })
    .catch(error => {
      // The foreign key also sees objects hidden from the caller.
      throw (error as { code?: string }).code === '23503' ? refuse('ResourceNotEmpty') : error
    })
  return { message: 'Successfully deleted' }
}
