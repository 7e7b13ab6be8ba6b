import type { Readable } from 'node:stream'
import type { Claims, Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Bucket } from '../buckets/buckets.ts'
import { clearOrphanFiles, dropBytes, expectBytes } from './orphan-files.ts'
import { bytesOf } from './object-key.ts'
import { type NewObject, type ObjectMetadata, type WriteMode, writeObject } from './object-rows.ts'
import { refuse } from '../storage-error.ts'

export type Upload = {
  content: Readable
  type: string
  cacheControl: string
  contentEncoding: string | undefined
  userMetadata: Record<string, unknown> | null
  /** Bytes, as claimed by the sender: used only to refuse. */
  length: number | undefined
}

export type Place = {
  bucket: Bucket
  key: string
  claims: Claims
  owner: { owner: string | null; ownerId: string | null }
  mode: WriteMode
}

/** @throws EntityTooLarge, InvalidMimeType, AccessDenied, KeyAlreadyExists, NoSuchKey; nothing is left behind */
export async function storeObject(platform: Platform, place: Place, upload: Upload): Promise<{ id: string }> {
  const maxBytes = maxBytesOf(platform, place.bucket)
  checkType(place.bucket, upload.type)
  if ((upload.length ?? 0) > maxBytes) throw refuse('EntityTooLarge')
  await tryWriting(platform, place, tx => write(tx, platform, place, upload, newId(), upload.length ?? 0, ''))
  const version = newId()
  const bytes = bytesOf(version) as string
  await expectBytes(platform, version)
  try {
    const { size, sha256 } = await platform.files.save(bytes, upload.content, { maxBytes })
    const id = await platform.db.asPerson(place.claims, tx => write(tx, platform, place, upload, version, size, sha256))
    if (place.mode !== 'create') await clearOrphanFiles(platform)
    return { id }
  } catch (error) {
    await dropBytes(platform, version)
    throw error
  }
}

export function maxBytesOf(platform: Platform, bucket: Bucket): number {
  return Math.min(bucket.file_size_limit ?? Number.POSITIVE_INFINITY, platform.config.STORAGE_MAX_BYTES)
}

export function checkType(bucket: Bucket, type: string): void {
  const allowed = bucket.allowed_mime_types ?? []
  const [media = ''] = type.toLowerCase().split(';')
  const [group] = media.trim().split('/')
  const fits = (pattern: string) => [media.trim(), `${group}/*`, '*/*'].includes(pattern.toLowerCase())
  if (allowed.length > 0 && !allowed.some(fits))
    throw refuse('InvalidMimeType', `mime type ${type.slice(0, 200)} is not supported`)
}

class Undone extends Error {}

/** Rolled back: only its refusals count. */
export async function tryWriting(
  platform: Platform,
  { claims }: { claims: Claims },
  act: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await platform.db
    .asPerson(claims, async tx => {
      await act(tx)
      throw new Undone()
    })
    .catch(error => {
      if (!(error instanceof Undone)) throw error
    })
}

function write(
  tx: Tx,
  platform: Platform,
  { bucket, key, owner, mode }: Place,
  upload: Upload,
  version: string,
  size: number,
  sha256: string,
): Promise<string> {
  const now = platform.clock.now()
  const metadata: ObjectMetadata = {
    eTag: `"${sha256.slice(0, 32)}"`,
    size,
    mimetype: upload.type,
    cacheControl: upload.cacheControl,
    lastModified: now.toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    ...(upload.contentEncoding ? { contentEncoding: upload.contentEncoding } : {}),
  }
  const object: NewObject = {
    id: newId(),
    bucket_id: bucket.id,
    name: key,
    owner: owner.owner,
    owner_id: owner.ownerId,
    version,
    metadata,
    user_metadata: upload.userMetadata,
    now,
  }
  return writeObject(tx, object, mode)
}
