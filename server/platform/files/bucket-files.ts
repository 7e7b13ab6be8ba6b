import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { after, hours } from '../clock.ts'
import type { Tx } from '../sql/database.ts'
import { signLink } from './file-links.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'

/** A file that the program keeps in a bucket; screens open it by a signed link. */
export type BucketFile = { bucket: string; key: string; name: string; mime: string }

/** The row that names the bytes is written with `saveBucketFile`, in the transaction of its fact. */
export async function saveBytes(
  platform: Platform,
  content: Readable,
  maxBytes: number,
): Promise<{ version: string; size: number; sha256: string }> {
  const version = newId()
  // Bytes that have no row by then are removed.
  await platform.db.asService(null, tx =>
    sql`insert into storage.loose_files (version, due) values (${version}, ${after(platform.clock.now(), hours(1))})`.execute(
      tx,
    ),
  )
  return { version, ...(await platform.files.save(placeOf(version), content, { maxBytes })) }
}

export async function saveBucketFile(
  platform: Platform,
  tx: Tx,
  file: BucketFile,
  bytes: { version: string; size: number; sha256: string },
): Promise<void> {
  const now = platform.clock.now()
  const metadata = {
    eTag: `"${bytes.sha256.slice(0, 32)}"`,
    size: bytes.size,
    mimetype: file.mime,
    cacheControl: 'max-age=3600',
    lastModified: now.toISOString(),
    contentLength: bytes.size,
    httpStatusCode: 200,
  }
  await sql`insert into storage.objects (id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at, last_accessed_at)
    values (${newId()}, ${file.bucket}, ${file.key}, ${bytes.version}, ${JSON.stringify(metadata)}::jsonb,
      ${JSON.stringify({ name: file.name })}::jsonb, ${now}, ${now}, ${now})
    on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
      user_metadata = excluded.user_metadata, updated_at = excluded.updated_at`.execute(tx)
}

export type FoundFile = { version: string; mime: string; size: number; name: string | null }

export async function findBucketFile(tx: Tx, bucket: string, key: string): Promise<FoundFile | undefined> {
  const { rows } =
    await sql<FoundFile>`select version, coalesce(metadata ->> 'mimetype', 'application/octet-stream') as mime,
      coalesce((metadata ->> 'size')::bigint, 0) as size,
      user_metadata ->> 'name' as name from storage.objects where bucket_id = ${bucket} and name = ${key} and version is not null`.execute(
      tx,
    )
  return rows[0]
}

/** @throws FileMissing */
export function openBucketBytes(platform: Platform, version: string): Promise<Readable> {
  return platform.files.read(placeOf(version))
}

export async function readBucketBytes(platform: Platform, version: string): Promise<Buffer> {
  const stream = await openBucketBytes(platform, version)
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** @throws FileMissing; a local path for a child process, to be released when done */
export function localBucketBytes(
  platform: Platform,
  version: string,
): Promise<{ path: string; release(): Promise<void> }> {
  return platform.files.local(placeOf(version))
}

export async function bucketLink(platform: Platform, bucket: string, key: string, seconds: number): Promise<string> {
  const url = `${bucket}/${key}`
  const token = await signLink(platform, { url, scope: 'download' }, seconds)
  return `${platform.config.publicUrl}/storage/v1/object/sign/${url}?token=${token}`
}

function placeOf(version: string): string {
  return `objects/${version.slice(-2).toLowerCase()}/${version.toLowerCase()}`
}
