import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { type Bucket, findBucket } from '../buckets/buckets.ts'
import { checkKey } from './object-key.ts'
import type { ObjectMetadata } from './object-rows.ts'
import { refuse } from '../storage-error.ts'
import { checkType, maxBytesOf } from './store-object.ts'
import { readStorageInput } from '../storage-input.ts'

export const transferBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.null({ error: 'Versions of objects are not offered' }).optional(),
  copyMetadata: z.boolean().nullish(),
  metadata: z
    .object({ cacheControl: z.string().max(200), contentEncoding: z.string().max(40), mimetype: z.string().max(200) })
    .partial()
    .nullish(),
})

type End = { bucket: string; key: string }
export type Transfer = { from: End; to: End; input: z.output<typeof transferBody> }

/** From where to where something is moved or copied. @throws InvalidKey for the new key, InvalidRequest */
export function readTransfer(sent: unknown): Transfer {
  const input = readStorageInput(transferBody, sent)
  return {
    from: { bucket: input.bucketId, key: input.sourceKey },
    to: { bucket: input.destinationBucket ?? input.bucketId, key: checkKey(input.destinationKey) },
    input,
  }
}

export function findDestination(platform: Platform, to: End): Promise<Bucket> {
  return platform.db.asService(null, tx => findBucket(tx, to.bucket))
}

/**
 * Checked against the new bucket's limits.
 * @throws EntityTooLarge, InvalidMimeType
 */
export function mustFit(platform: Platform, bucket: Bucket, metadata: ObjectMetadata | null): void {
  if (!metadata) return
  if (metadata.size > maxBytesOf(platform, bucket)) throw refuse('EntityTooLarge')
  checkType(bucket, metadata.mimetype ?? '')
}
