import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

export function withoutPeople(preview: BroadcastPreview): BroadcastPreview {
  const counted = (list: BroadcastPreview['never']) => list.map(group => ({ ...group, people: [] }))
  return { ...preview, later: counted(preview.later), never: counted(preview.never), samples: [] }
}

/** Erases the person from drafts' previews; those that name them, or are being counted, must be recounted. */
export async function forgetInPreviews(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: id }: EventCatalogue['customer.erased'],
): Promise<void> {
  await sql`update broadcasts b set preview = null, preview_id = null, preview_at = null
    where b.workspace_id = ${workspaceId} and b.status = 'draft' and b.preview is not null
      and (b.preview ->> 'state' = 'counting' or exists (select from customers m where m.workspace_id = ${workspaceId}
        and (m.id = ${id} or m.merged_into = ${id}) and position(m.id::text in b.preview::text) > 0))`.execute(tx)
}
