import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { type Bucket, bucketColumns } from './buckets.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { readStorageInput } from '../storage-input.ts'

export const bucketsQuery = z.object({
  limit: z.coerce.number().int().min(1).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().max(100).default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

const maxRows = 1000

export async function listBuckets(platform: Platform, request: FastifyRequest): Promise<Bucket[]> {
  const claims = await requireStorageCaller(platform, request)
  const { limit, offset, search, sortColumn, sortOrder } = readStorageInput(bucketsQuery, request.query)
  const { rows } = await platform.db.asPerson(claims, tx =>
    sql<Bucket>`select ${bucketColumns} from storage.buckets where strpos(lower(name), lower(${search.replaceAll('\0', '')})) > 0
      order by ${sql.ref(sortColumn)} ${sql.raw(sortOrder)}, id limit ${Math.min(limit, maxRows)} offset ${offset}`.execute(
      tx,
    ),
  )
  return rows
}
