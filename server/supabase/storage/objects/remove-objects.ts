import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { clearOrphanFiles } from './orphan-files.ts'
import { isBucketName, isKey } from './object-key.ts'
import { objectColumns, type ObjectRow } from './object-rows.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { readStorageInput } from '../storage-input.ts'

const entry = z.union([z.string(), z.object({ path: z.string(), versionId: z.string() })])
export const removalBody = z.object({ prefixes: z.array(entry).min(1).max(1000) })

/** Objects that the caller may not remove count as missing. */
export async function removeObjects(platform: Platform, request: FastifyRequest): Promise<ObjectRow[]> {
  const claims = await requireStorageCaller(platform, request)
  const { bucket } = request.params as { bucket: string }
  const wanted = readStorageInput(removalBody, request.body)
    .prefixes.map(item => (typeof item === 'string' ? { path: item, versionId: null } : item))
    .filter(item => isKey(item.path) && !item.versionId?.includes('\0'))
  if (wanted.length === 0 || !isBucketName(bucket)) return []
  const { rows } = await platform.db.asPerson(claims, tx =>
    sql<ObjectRow>`delete from storage.objects where bucket_id = ${bucket}
        and (name = any (${wanted.filter(item => item.versionId === null).map(item => item.path)}::text[])
          or (name, version) in (select path, "versionId" from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(path text, "versionId" text)))
      returning ${objectColumns}`.execute(tx),
  )
  if (rows.length > 0) await clearOrphanFiles(platform)
  return rows
}
