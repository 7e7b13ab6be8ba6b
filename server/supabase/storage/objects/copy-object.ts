import type { FastifyRequest } from 'fastify'
import { FileMissing } from '#platform/files/files.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { clearOrphanFiles, dropBytes, expectBytes } from './orphan-files.ts'
import { bytesOf } from './object-key.ts'
import { findObject, type NewObject, type ObjectMetadata, type ObjectRow, writeObject } from './object-rows.ts'
import { checkedCacheControl, checkedEncoding, checkedType } from '../uploads/read-upload.ts'
import { ownerOf, requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'
import { tryWriting } from './store-object.ts'
import type { Uploaded } from '../uploads/upload-object.ts'
import { findDestination, mustFit, readTransfer, type Transfer } from './transfer.ts'

/** @throws NoSuchKey, NoSuchBucket, KeyAlreadyExists, AccessDenied */
export async function copyObject(platform: Platform, request: FastifyRequest): Promise<Uploaded & ObjectRow> {
  const claims = await requireStorageCaller(platform, request)
  const { from, to, input } = readTransfer(request.body)
  const destination = await findDestination(platform, to)
  const source = await platform.db.asPerson(claims, tx => findObject(tx, from.bucket, from.key))
  const sourceBytes = bytesOf(source.version)
  if (!sourceBytes) throw refuse('NoSuchKey')
  const mode = request.headers['x-upsert'] === 'true' ? 'upsert' : 'create'
  const { owner, ownerId } = ownerOf(claims)
  const version = newId()
  const copy: NewObject = {
    id: newId(),
    bucket_id: to.bucket,
    name: to.key,
    owner,
    owner_id: ownerId,
    version,
    metadata: metadataOf(source, input, platform.clock.now()),
    user_metadata: input.copyMetadata === false ? null : source.user_metadata,
    now: platform.clock.now(),
  }
  mustFit(platform, destination, copy.metadata)
  await tryWriting(platform, { claims }, tx => writeObject(tx, copy, mode))
  await expectBytes(platform, version)
  try {
    await platform.files.copy(sourceBytes, bytesOf(version) as string)
    const id = await platform.db.asPerson(claims, tx => writeObject(tx, copy, mode))
    if (mode === 'upsert') await clearOrphanFiles(platform)
    const { now, ...row } = copy
    return {
      Id: id,
      Key: `${to.bucket}/${to.key}`,
      ...row,
      id,
      created_at: now,
      updated_at: now,
      last_accessed_at: now,
    }
  } catch (error) {
    await dropBytes(platform, version)
    throw error instanceof FileMissing ? refuse('NoSuchKey') : error
  }
}

function metadataOf(source: ObjectRow, input: Transfer['input'], now: Date): ObjectMetadata | null {
  if (!source.metadata) return null
  const { contentEncoding, ...metadata } = { ...source.metadata, lastModified: now.toISOString() }
  const given = input.copyMetadata === false ? (input.metadata ?? {}) : {}
  const encoding = given.contentEncoding === undefined ? contentEncoding : checkedEncoding(given.contentEncoding)
  return {
    ...metadata,
    mimetype: given.mimetype === undefined ? metadata.mimetype : checkedType(given.mimetype),
    cacheControl: given.cacheControl === undefined ? metadata.cacheControl : checkedCacheControl(given.cacheControl),
    ...(encoding ? { contentEncoding: encoding } : {}),
  }
}
