import { sql } from 'kysely'
import type { z } from 'zod'
import { tagFor, tagsOf } from '#features/inbox/tags/tag-conversation.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { taggedConversation } from '#shared/contracts/customers/tags.contract.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

type Place = { workspaceId: string; customerId: string; by: string | null }

/** @throws request.not_found for an unknown tag */
export async function tagCustomer(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: { id: string } & z.output<typeof taggedConversation>,
): Promise<{ tag_ids: string[] }> {
  return platform.db.asService(workspaceId, async tx => {
    const { rows: known } = await sql`select 1 from customers where workspace_id = ${workspaceId} and id = ${input.id}
      and merged_into is null and erased_at is null for no key update`.execute(tx)
    if (known.length === 0) throw failure('request.not_found')
    const removed = await tagsOf(tx, workspaceId, input.remove)
    const added: string[] = []
    for (const words of input.add) added.push(await tagFor(platform, tx, workspaceId, words))
    await sql`delete from customer_tags where workspace_id = ${workspaceId} and customer_id = ${input.id}
      and tag_id = any (${removed}::uuid[])`.execute(tx)
    await putTagsOn(platform, tx, { workspaceId, customerId: input.id, by: personId }, added)
    const { rows } = await sql<{ tag_id: string }>`select tag_id from customer_tags
      where workspace_id = ${workspaceId} and customer_id = ${input.id} order by created_at, tag_id`.execute(tx)
    return { tag_ids: rows.map(row => row.tag_id) }
  })
}

export async function handleTagged(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, conversation_id: id, tag_ids: tags, by }: EventCatalogue['conversation.tagged'],
): Promise<void> {
  const { rows } = await sql<{ customer_id: string | null }>`select c.customer_id from conversations v
    join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
    where v.workspace_id = ${workspaceId} and v.id = ${id}`.execute(tx)
  const customerId = rows[0]?.customer_id
  if (customerId) await putTagsOn(platform, tx, { workspaceId, customerId, by }, tags)
}

export async function handleTagsMerged(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, tag_id: tagId, into }: EventCatalogue['tag.merged'],
): Promise<void> {
  await sql`insert into customer_tags (workspace_id, customer_id, tag_id, tagged_by, created_at)
    select workspace_id, customer_id, ${into}, tagged_by, created_at from customer_tags
    where workspace_id = ${workspaceId} and tag_id = ${tagId} on conflict do nothing`.execute(tx)
  await sql`update segments set definition = replace(definition::text, ${tagId}, ${into})::jsonb
    where workspace_id = ${workspaceId} and position(${tagId}::text in definition::text) > 0`.execute(tx)
}

export async function putTagsOn(
  platform: Platform,
  tx: Tx,
  { workspaceId, customerId, by }: Place,
  tags: string[],
): Promise<void> {
  const { rows } = await sql<{
    tag_id: string
  }>`insert into customer_tags (workspace_id, customer_id, tag_id, tagged_by, created_at)
    select ${workspaceId}, ${customerId}, tag, ${by}, ${platform.clock.now()} from unnest(${tags}::uuid[]) as tag
    on conflict do nothing returning tag_id`.execute(tx)
  if (rows.length === 0) return
  const added = rows.map(row => row.tag_id)
  await platform.jobs.emit(tx, 'customer.tagged', {
    workspace_id: workspaceId,
    customer_id: customerId,
    tag_ids: added,
  })
}
