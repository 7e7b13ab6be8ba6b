import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import type { Claims } from '#platform/sql/database.ts'
import { isBucketName, isKey } from '../objects/object-key.ts'
import { findObject } from '../objects/object-rows.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { readStorageInput } from '../storage-input.ts'
import { signLink } from '#platform/files/file-links.ts'
import { workspaceOfLink } from './storage-links.ts'

/** The upper limit, whatever is asked for. */
const maxLifeSeconds = 3600

const expiresIn = z
  .number()
  .int()
  .min(1)
  .transform(seconds => Math.min(seconds, maxLifeSeconds))
export const signDownloadBody = z.object({ expiresIn })
export const signDownloadsBody = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) })

export async function signDownload(platform: Platform, request: FastifyRequest): Promise<{ signedURL: string }> {
  const claims = await requireStorageCaller(platform, request)
  const { bucket, '*': key } = request.params as { bucket: string; '*': string }
  const input = readStorageInput(signDownloadBody, request.body)
  await platform.db.asPerson(claims, tx => findObject(tx, bucket, key))
  return { signedURL: await addressOf(platform, claims, bucket, key, input.expiresIn) }
}

type SignedLink = { path: string; error: string | null; signedURL: string | null }

/** Missing or hidden paths are reported per entry. */
export async function signDownloads(platform: Platform, request: FastifyRequest): Promise<SignedLink[]> {
  const claims = await requireStorageCaller(platform, request)
  const { bucket } = request.params as { bucket: string }
  const input = readStorageInput(signDownloadsBody, request.body)
  const keys = isBucketName(bucket) ? input.paths.filter(isKey) : []
  const { rows } = await platform.db.asPerson(claims, tx =>
    sql<{
      name: string
    }>`select name from storage.objects where bucket_id = ${bucket.replaceAll('\0', '')} and name = any (${keys}::text[])`.execute(
      tx,
    ),
  )
  const there = new Set(rows.map(row => row.name))
  return Promise.all(
    input.paths.map(async path =>
      there.has(path)
        ? { path, error: null, signedURL: await addressOf(platform, claims, bucket, path, input.expiresIn) }
        : { path, error: 'Either the object does not exist or you do not have access to it', signedURL: null },
    ),
  )
}

/** Relative to /storage/v1; the client encodes it. */
async function addressOf(
  platform: Platform,
  claims: Claims,
  bucket: string,
  key: string,
  seconds: number,
): Promise<string> {
  const url = `${bucket}/${key}`
  const link = { url, scope: 'download', ...workspaceOfLink(claims, key) } as const
  return `/object/sign/${url}?token=${await signLink(platform, link, seconds)}`
}
