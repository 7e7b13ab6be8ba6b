import { z } from 'zod'
import type { Protocol } from '#platform/feature.ts'
import { instant } from '#shared/contracts/endpoint.ts'

export const bucketResult = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  public: z.boolean(),
  type: z.string(),
  /** Bytes. */
  file_size_limit: z.int().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: instant,
  updated_at: instant,
})

/** What uploads store; an object that was seeded by SQL may lack some. */
const objectMetadata = z
  .looseObject({
    eTag: z.string(),
    /** Bytes. */
    size: z.int(),
    mimetype: z.string(),
    cacheControl: z.string(),
    lastModified: instant,
    contentLength: z.int(),
    httpStatusCode: z.int(),
    contentEncoding: z.string().optional(),
  })
  .partial()

export const objectResult = z.object({
  id: z.guid(),
  bucket_id: z.string(),
  name: z.string(),
  owner: z.guid().nullable(),
  owner_id: z.string().nullable(),
  version: z.string().nullable(),
  metadata: objectMetadata.nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: instant,
  updated_at: instant,
  last_accessed_at: instant,
})

/** A folder has a name alone. */
export const listedResult = z.object({
  name: z.string(),
  id: z.guid().nullable(),
  updated_at: instant.nullable(),
  created_at: instant.nullable(),
  last_accessed_at: instant.nullable(),
  metadata: objectMetadata.nullable(),
})

export const listedPageResult = z.object({
  hasNext: z.boolean(),
  nextCursor: z.string().optional(),
  nextCursorKey: z.string().optional(),
  folders: z.array(z.object({ key: z.string(), name: z.string() })),
  objects: z.array(listedResult.extend({ key: z.string() })),
})

export const objectInfoResult = z.object({
  id: z.guid(),
  name: z.string(),
  version: z.string().nullable(),
  bucket_id: z.string(),
  size: z.int().nullable(),
  content_type: z.string().nullable(),
  content_encoding: z.string().nullable(),
  cache_control: z.string().nullable(),
  etag: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  last_modified: instant,
  created_at: instant,
})

export const uploadedResult = z.object({ Id: z.guid(), Key: z.string() })

export const copiedResult = objectResult.extend(uploadedResult.shape)

export const signedLinkResult = z.object({
  path: z.string(),
  error: z.string().nullable(),
  signedURL: z.string().nullable(),
})

export const storageProtocol: Protocol = {
  name: 'storage',
  about: 'Files, in the protocol of Supabase. Call it through @supabase/supabase-js.',
  refusal: z.object({ statusCode: z.string(), error: z.string(), message: z.string(), code: z.string() }),
}
