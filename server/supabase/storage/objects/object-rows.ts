import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { isBucketName, isKey } from './object-key.ts'
import { refuse } from '../storage-error.ts'

export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
  contentEncoding?: string
}

export type ObjectRow = {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string | null
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

export const objectColumns = sql.raw(
  'id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at',
)

/** @throws NoSuchKey, for a hidden one as for none */
export async function findObject(tx: Tx, bucket: string, key: string): Promise<ObjectRow> {
  if (!isBucketName(bucket) || !isKey(key)) throw refuse('NoSuchKey')
  const { rows } = await sql<ObjectRow>`select ${objectColumns} from storage.objects
    where bucket_id = ${bucket} and name = ${key}`.execute(tx)
  if (!rows[0]) throw refuse('NoSuchKey')
  return rows[0]
}

export type WriteMode = 'create' | 'upsert' | 'replace'

export type NewObject = Omit<ObjectRow, 'created_at' | 'updated_at' | 'last_accessed_at'> & { now: Date }

/** @throws NoSuchKey where there is none to replace; the refusals of row-level security */
export async function writeObject(tx: Tx, object: NewObject, mode: WriteMode): Promise<string> {
  const metadata = JSON.stringify(object.metadata)
  const userMetadata = JSON.stringify(object.user_metadata)
  const { id, bucket_id, name, owner, owner_id, version, now } = object
  if (mode === 'replace') {
    const { rows } = await sql<{ id: string }>`update storage.objects set owner = ${owner}, owner_id = ${owner_id},
        version = ${version}, metadata = ${metadata}::jsonb, user_metadata = ${userMetadata}::jsonb, updated_at = ${now}, last_accessed_at = ${now}
      where bucket_id = ${bucket_id} and name = ${name} returning id`.execute(tx)
    if (!rows[0]) throw refuse('NoSuchKey')
    return rows[0].id
  }
  const insert = sql`insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at)
    values (${id}, ${bucket_id}, ${name}, ${owner}, ${owner_id}, ${version}, ${metadata}::jsonb, ${userMetadata}::jsonb, ${now}, ${now}, ${now})`
  // "returning" would need the right to read.
  if (mode === 'create') {
    await insert.execute(tx)
    return id
  }
  const { rows } = await sql<{
    id: string
  }>`${insert} on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
      version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
      updated_at = excluded.updated_at, last_accessed_at = excluded.last_accessed_at returning id`.execute(tx)
  return rows[0]?.id ?? id
}
