import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { findBucket } from './buckets.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'

/** Service role only. Rows go at once, bytes by a job. */
export async function emptyBucket(platform: Platform, request: FastifyRequest): Promise<{ message: string }> {
  const claims = await requireStorageCaller(platform, request)
  if (claims.role !== 'service_role') throw refuse('AccessDenied')
  const { id } = request.params as { id: string }
  await platform.db.asPerson(claims, async tx => {
    await findBucket(tx, id)
    await sql`delete from storage.objects where bucket_id = ${id}`.execute(tx)
    await platform.jobs.enqueue(tx, { kind: 'clear loose files', key: 'clear loose files', payload: {} })
  })
  return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
}
