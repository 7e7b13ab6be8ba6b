import { sql } from 'kysely'
import { pressedWithin } from '#features/inbox/messages/pressed-button.ts'
import { putTagsOn } from '#features/customers/tag-customer.ts'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { enterSequence } from '../sequences/enter-sequence.ts'

/** Buttons of a merged tag now add the surviving tag, sent ones included; audiences follow. Drafts are recounted. */
export async function handleBroadcastTagMerged(
  { clock }: Platform,
  tx: Tx,
  { workspace_id: workspaceId, tag_id: tagId, into }: EventCatalogue['tag.merged'],
): Promise<void> {
  await sql`update broadcasts set content = replace(content::text, ${tagId}, ${into})::jsonb
    where workspace_id = ${workspaceId} and position(${tagId}::text in content::text) > 0`.execute(tx)
  await sql`update broadcasts set audience = jsonb_set(audience, '{tag_id}', to_jsonb(${into}::text)),
      preview_id = case when status <> 'draft' then preview_id end, preview = case when status <> 'draft' then preview end
    where workspace_id = ${workspaceId} and audience ->> 'tag_id' = ${tagId}`.execute(tx)
  await sql`update messages set buttons = replace(buttons::text, ${tagId}, ${into})::jsonb
    where workspace_id = ${workspaceId} and buttons <> '[]' and created_at > ${after(clock.now(), -pressedWithin)} and position(${tagId}::text in buttons::text) > 0`.execute(
    tx,
  )
}

export async function handleButtonPress(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['button.pressed'],
): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: id, sequence_id: sequenceId, tag_id: tagId } = event
  const { rows } = await sql<{ customer_id: string | null }>`select k.customer_id from conversations v
    join contacts k on k.workspace_id = v.workspace_id and k.id = v.contact_id
    where v.workspace_id = ${workspaceId} and v.id = ${id}`.execute(tx)
  const customerId = rows[0]?.customer_id
  if (!customerId) return
  if (tagId) await putTagsOn(platform, tx, { workspaceId, customerId, by: null }, [tagId])
  if (sequenceId) await enterSequence(platform, tx, { workspaceId, sequenceId, customerId, by: 'button' })
}
