import { sql } from 'kysely'
import { fieldValue } from '#features/customers/fields/field-value.ts'
import { putTagsOn } from '#features/customers/tag-customer.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { FieldKind } from '#shared/contracts/customers/customer-fields.contract.ts'
import type { StepOf } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { Did, Run } from './run-row.ts'

const gone: Did = { did: 'skipped', why: 'gone' }

export async function tagStep(
  platform: Platform,
  tx: Tx,
  run: Run,
  { tag_id: tagId, off }: StepOf<'tag'>,
): Promise<Did> {
  const { workspace_id: workspaceId, customer_id: customerId } = run
  const { rows } = await sql`select from tags where workspace_id = ${workspaceId} and id = ${tagId}`.execute(tx)
  if (rows.length === 0 || !tagId) return gone
  if (!off) {
    await putTagsOn(platform, tx, { workspaceId, customerId, by: null }, [tagId])
    return { did: 'tagged' }
  }
  await sql`delete from customer_tags where workspace_id = ${workspaceId} and customer_id = ${customerId} and tag_id = ${tagId}`.execute(
    tx,
  )
  return { did: 'untagged' }
}

/** Skipped if the field no longer accepts the value. */
export async function fieldStep(tx: Tx, run: Run, { field_id: id, value }: StepOf<'field'>): Promise<Did> {
  const { workspace_id: workspaceId, customer_id: customerId } = run
  const { rows } = await sql<{
    id: string
    kind: FieldKind
    choices: string[]
  }>`select id, kind, choices from customer_fields
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  const [field] = rows
  const stored = field && value !== null ? fieldValue(field, value) : null
  if (!field || stored === undefined) return gone
  const fields =
    stored === null ? sql`fields - ${field.id}::text` : sql`fields || ${JSON.stringify({ [field.id]: stored })}::jsonb`
  await sql`update customers set fields = ${fields}, version = version + 1 where workspace_id = ${workspaceId} and id = ${customerId}`.execute(
    tx,
  )
  return { did: 'noted' }
}

/** An assigned conversation stays with its member. */
export async function assignStep(
  platform: Platform,
  tx: Tx,
  run: Run,
  { person_id: personId }: StepOf<'assign'>,
): Promise<Did> {
  const { workspace_id: workspaceId, sequence_id: sequenceId } = run
  const id = await latestTalk(tx, run)
  if (!id) return { did: 'skipped', why: 'no_number' }
  const { rows } = await sql<{
    changed: boolean
  }>`update conversations v set assignee_id = ${personId} where v.workspace_id = ${workspaceId} and v.id = ${id}
    and v.assignee_id is null and exists (select from members m where m.workspace_id = v.workspace_id and m.person_id = ${personId} and m.status = 'active')
    returning true as changed`.execute(tx)
  if (rows.length === 0 || !personId) return { did: 'skipped', why: 'assigned_already' }
  // `by` marks the sequence's own assignment, which does not end its runs.
  await platform.jobs.emit(tx, 'conversation.assigned', {
    ...{ workspace_id: workspaceId, conversation_id: id, person_id: personId, by: sequenceId },
  })
  return { did: 'assigned' }
}

export async function handOverStep(platform: Platform, tx: Tx, run: Run): Promise<Did> {
  const { workspace_id: workspaceId } = run
  const id = await latestTalk(tx, run)
  if (!id) return { did: 'skipped', why: 'no_number' }
  await sql`update conversations set status = case when status = 'closed' and exists (select from conversations o where o.workspace_id = ${workspaceId}
        and o.contact_id = conversations.contact_id and o.status <> 'closed') then status else 'open' end,
      snoozed_until = null, waiting_since = coalesce(waiting_since, ${platform.clock.now()}) where workspace_id = ${workspaceId} and id = ${id}`.execute(
    tx,
  )
  await platform.jobs.emit(tx, 'person.wanted', { workspace_id: workspaceId, conversation_id: id, reason: 'sequence' })
  return { did: 'handed_over' }
}

async function latestTalk(tx: Tx, { workspace_id: workspaceId, customer_id: id }: Run): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string
  }>`select v.id from conversations v join contacts k on k.workspace_id = v.workspace_id and k.id = v.contact_id
    where v.workspace_id = ${workspaceId} and k.customer_id = ${id} order by v.status = 'closed', v.last_message_at desc, v.id limit 1`.execute(
    tx,
  )
  return rows[0]?.id
}
