import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { bucketSettings, readLimits } from './buckets.ts'
import { isBucketName } from '../objects/object-key.ts'
import { ownerOf, requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'
import { readStorageInput } from '../storage-input.ts'

export const newBucketBody = bucketSettings.extend({ name: z.string(), id: z.string().nullish() })

/** @throws InvalidBucketName, BucketAlreadyExists, AccessDenied */
export async function createBucket(platform: Platform, request: FastifyRequest): Promise<{ name: string }> {
  const claims = await requireStorageCaller(platform, request)
  const input = readStorageInput(newBucketBody, request.body)
  const id = input.id || input.name
  if (!isBucketName(id) || !isBucketName(input.name)) throw refuse('InvalidBucketName')
  const { size, types } = readLimits(platform.config, input)
  const { owner, ownerId } = ownerOf(claims)
  const now = platform.clock.now()
  await platform.db
    .asPerson(claims, tx =>
      sql`insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, created_at, updated_at)
        values (${id}, ${input.name}, ${owner}, ${ownerId}, ${input.public ?? false}, ${size ?? null}, ${types ?? null}::text[], ${now}, ${now})`.execute(
        tx,
      ),
    )
    .catch(error => {
      throw (error as { code?: string }).code === '23505' ? refuse('BucketAlreadyExists') : error
    })
  return { name: id }
}
