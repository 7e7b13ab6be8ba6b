import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { findObject } from './object-rows.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'
import { findDestination, mustFit, readTransfer } from './transfer.ts'

/**
 * Only the row moves, not the bytes.
 * @throws NoSuchKey, NoSuchBucket, KeyAlreadyExists, AccessDenied
 */
export async function moveObject(platform: Platform, request: FastifyRequest): Promise<{ message: string }> {
  const claims = await requireStorageCaller(platform, request)
  const { from, to } = readTransfer(request.body)
  const destination = await findDestination(platform, to)
  await platform.db.asPerson(claims, async tx => {
    const row = await findObject(tx, from.bucket, from.key)
    if (to.bucket !== from.bucket) mustFit(platform, destination, row.metadata)
    const { rows } = await sql`update storage.objects
      set bucket_id = ${to.bucket}, name = ${to.key}, updated_at = ${platform.clock.now()}
      where id = ${row.id} returning id`.execute(tx)
    if (rows.length === 0) throw refuse('AccessDenied', 'new row violates row-level security policy')
  })
  return { message: 'Successfully moved' }
}
