import { sql } from 'kysely'
import { openBucketBytes } from '#platform/files/bucket-files.ts'
import { FileMissing } from '#platform/files/files.ts'
import { safeName } from '#platform/files/safe-name.ts'
import type { ZipEntry } from '#platform/files/zip.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { talksOf } from './gather-customer.ts'

/** What a copy holds at most, so that it can be sent and opened. */
const limitsOfCopy = { bytes: 1_000_000_000, files: 20_000 }
const inOneGo = 500

/** By attachment: its place in the copy, or that it is not in the store any more. What is not among them did not fit. */
export type ExportedFiles = Map<string, { file: string } | { left_out: 'missing' }>

type Named = {
  message_id: string
  at: Date
  direction: 'in' | 'out'
  /** null: of an attachment without one, which no list names */
  id: string | null
  name: string | null
  mime: string | null
  version: string | null
  size: number | null
}

const endings: Record<string, string> = {
  ...{ 'image/jpeg': '.jpg', 'image/png': '.png', 'image/gif': '.gif', 'image/webp': '.webp' },
  ...{ 'audio/mpeg': '.mp3', 'audio/mp4': '.m4a', 'audio/ogg': '.ogg', 'video/mp4': '.mp4', 'application/pdf': '.pdf' },
}

/** Their pictures, then the files they sent and got, oldest first. Fills `found`; one file is open at a time. */
export async function* filesOf(
  platform: Platform,
  workspaceId: string,
  customerId: string,
  found: ExportedFiles,
  limits = limitsOfCopy,
): AsyncGenerator<ZipEntry> {
  let bytes = 0
  let number = 0
  for (const one of await platform.db.asService(workspaceId, tx => picturesOf(tx, workspaceId, customerId))) {
    const content = await opened(platform, one.version)
    if (content)
      yield {
        name: `files/picture-${++number}${endings[one.mime ?? ''] ?? ''}`,
        at: one.at,
        content,
        packed: isPacked(one),
      }
  }
  for (let from: string | undefined, more = true; more;) {
    const page = await platform.db.asService(workspaceId, tx => pageOfFiles(tx, workspaceId, customerId, from))
    for (const one of page.files) {
      bytes += one.size ?? 0
      if (bytes > limits.bytes || found.size >= limits.files) return
      const content = await opened(platform, one.version)
      if (!content) {
        if (one.id !== null) found.set(one.id, { left_out: 'missing' })
        continue
      }
      const file = placeOf(one, ++number)
      if (one.id !== null) found.set(one.id, { file })
      yield { name: file, at: one.at, content, packed: isPacked(one) }
    }
    from = page.next
    more = from !== undefined
  }
}

async function opened(platform: Platform, version: string | null): Promise<ZipEntry['content'] | undefined> {
  if (version === null) return undefined
  try {
    return await openBucketBytes(platform, version)
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

/** Compressing it again would cost minutes of a core and save nothing. */
function isPacked({ mime }: Pick<Named, 'mime'>): boolean {
  return /^(?:image\/(?!svg|bmp|tiff)|audio\/|video\/|application\/(?:pdf|zip|x-zip|vnd\.openxmlformats))/.test(
    mime ?? '',
  )
}

function placeOf({ at, direction, name, mime }: Named, number: number): string {
  const ending = endings[mime ?? ''] ?? ''
  const own = safeName(name ?? '').trim()
  const called = own === '' || /\.\w{1,5}$/.test(own) ? `${own}` : `${own}${ending}`
  const from = direction === 'in' ? 'from-customer' : 'from-shop'
  return `files/${at.toISOString().slice(0, 10)}-${String(number).padStart(4, '0')}-${from}${called ? `-${called}` : ending}`
}

type Picture = Pick<Named, 'at' | 'mime' | 'version'>

async function picturesOf(tx: Tx, workspaceId: string, customerId: string): Promise<Picture[]> {
  const { rows } = await sql<Picture>`select o.created_at as at, o.metadata ->> 'mimetype' as mime, o.version
    from contacts c join storage.objects o on o.bucket_id = 'avatars' and o.name = c.avatar and o.name like ${`${workspaceId}/%`}
    where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} order by c.created_at, c.id`.execute(tx)
  return rows
}

/** The embedded database has six seconds for a statement. */
async function pageOfFiles(
  tx: Tx,
  workspaceId: string,
  customerId: string,
  after: string | undefined,
): Promise<{ files: Named[]; next: string | undefined }> {
  const { rows: messages } = await sql<{ id: string }>`select m.id from messages m
    where m.workspace_id = ${workspaceId} and m.conversation_id in (${talksOf(workspaceId, customerId)})
      and m.attachments <> '[]' and (${after ?? null}::uuid is null or m.id > ${after ?? null}::uuid)
    order by m.id limit ${inOneGo}`.execute(tx)
  const { rows: files } = await sql<Named>`select m.id as message_id, m.created_at as at, m.direction, a ->> 'id' as id,
      coalesce(a ->> 'name', o.user_metadata ->> 'name') as name, coalesce(a ->> 'mime', o.metadata ->> 'mimetype') as mime,
      o.version, (o.metadata ->> 'size')::float8 as size
    from messages m cross join jsonb_array_elements(m.attachments) with ordinality as parts (a, place)
    left join storage.objects o on o.bucket_id = 'attachments' and o.name = a ->> 'file' and o.name like ${`${workspaceId}/%`}
    where m.workspace_id = ${workspaceId} and m.id = any (${messages.map(({ id }) => id)}::uuid[]) and a ? 'file'
    order by m.id, place`.execute(tx)
  return { files, next: messages.length === inOneGo ? messages.at(-1)?.id : undefined }
}
