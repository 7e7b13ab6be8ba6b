import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { PhotoLines } from '#shared/contracts/training/photos.results.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

/** @throws request.not_found */
export async function readLines(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<PhotoLines> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<PhotoLines>`select s.reading, coalesce((select jsonb_agg(jsonb_build_object('page', page, 'width', width, 'height', height) order by page)
          from private.recognised_pages p where p.workspace_id = s.workspace_id and p.source_id = s.id and p.reading = s.reading), '[]') as pages,
        coalesce((select jsonb_agg(jsonb_build_object('position', position, 'page', page, 'kind', kind, 'table', table_number, 'cells', cells, 'said', said,
            'box', box, 'cell_boxes', cell_boxes, 'confidence', confidence, 'needs_review', needs_review, 'state', state) order by position)
          from private.recognised_lines l where l.workspace_id = s.workspace_id and l.source_id = s.id and l.reading = s.reading), '[]') as lines
      from sources s where workspace_id = ${workspaceId} and id = ${id} and status <> 'removed'`.execute(tx),
  )
  const [found] = rows
  if (!found) throw failure('request.not_found')
  return found
}

type Shown = { file_key: string | null; picture: Uint8Array | null }

/** @throws request.not_found */
export async function openPage(
  platform: Platform,
  { workspaceId }: Caller,
  { id, page }: { id: string; page: number },
): Promise<{ mime: string; content: Readable | Buffer }> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<Shown>`select p.file_key, p.picture from sources s
      join private.recognised_pages p on p.workspace_id = s.workspace_id and p.source_id = s.id and p.reading = s.reading
      where s.workspace_id = ${workspaceId} and s.id = ${id} and s.status <> 'removed' and p.page = ${page}`.execute(
      tx,
    ),
  )
  const [found] = rows
  if (found?.picture) return { mime: 'image/png', content: Buffer.from(found.picture) }
  if (!found?.file_key) throw failure('request.not_found')
  const head = await buffer(await platform.files.read(found.file_key, { start: 0, end: 11 }))
  return { mime: mimeOf(head), content: await platform.files.read(found.file_key) }
}

/** By the first bytes; validated on upload. */
function mimeOf(head: Buffer): string {
  if (head[0] === 0xff) return 'image/jpeg'
  return head[0] === 0x89 ? 'image/png' : 'image/webp'
}
