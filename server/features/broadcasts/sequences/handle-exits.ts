import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { EndReason } from '#shared/contracts/campaigns/sequences.results.ts'
import { endRuns } from './run-row.ts'

/** In the transaction of their refusal; order updates continue until those are refused too. */
export async function handleRefused(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['consent.changed'],
): Promise<void> {
  if (event.act !== 'withdrawn') return
  const refused = sql`select from consent_states c where c.workspace_id = r.workspace_id and c.customer_id = r.customer_id
    and c.purpose = 'service' and c.state in ('withdrawn', 'refused')`
  const servesOnly = sql`select from sequence_versions v where v.workspace_id = r.workspace_id and v.sequence_id = r.sequence_id
    and v.version = r.version and v.serves_only`
  const which = sql`r.customer_id = ${event.customer_id} and (not exists (${servesOnly}) or exists (${refused}))`
  await endRuns(platform, tx, event.workspace_id, which, 'opted_out')
}

export async function handleWanted(platform: Platform, tx: Tx, event: EventCatalogue['person.wanted']): Promise<void> {
  await endRunsOfConversation(platform, tx, event, 'handed_over')
}

/** A person takes over; if the sequence itself assigned them, they stay in it. */
export async function handleAssigned(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['conversation.assigned'],
): Promise<void> {
  const { rows } =
    await sql`select from sequences where workspace_id = ${event.workspace_id} and id::text = ${event.by}`.execute(tx)
  if (rows.length === 0) await endRunsOfConversation(platform, tx, event, 'assigned')
}

async function endRunsOfConversation(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, conversation_id: id }: { workspace_id: string; conversation_id: string },
  why: EndReason,
): Promise<void> {
  const which = sql`r.customer_id = (select k.customer_id from conversations v join contacts k on k.workspace_id = v.workspace_id
    and k.id = v.contact_id where v.workspace_id = ${workspaceId} and v.id = ${id})`
  await endRuns(platform, tx, workspaceId, which, why)
}

/** Of two runs in one sequence the surviving customer's continues; all others move to them. */
export async function handleMerged(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: stays, merged_id: goes }: EventCatalogue['customer.merged'],
): Promise<void> {
  await passRuns(platform, tx, workspaceId, goes, stays)
}

export async function handleContactJoined(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: goes, into }: EventCatalogue['contact.joined'],
): Promise<void> {
  const { rows } = await sql<{
    id: string | null
  }>`select customer_id as id from contacts where workspace_id = ${workspaceId} and id = ${into}
    and not exists (select from contacts o where o.workspace_id = ${workspaceId} and o.customer_id = ${goes})`.execute(
    tx,
  )
  if (goes && rows[0]?.id && rows[0].id !== goes) await passRuns(platform, tx, workspaceId, goes, rows[0].id)
}

export async function passRuns(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  goes: string,
  stays: string,
): Promise<void> {
  // Queued runs have not started, so the other one continues.
  await sql`delete from private.sequence_runs r where r.workspace_id = ${workspaceId} and r.customer_id = ${stays} and r.ended_at is null
    and r.step is null and exists (select from private.sequence_runs o where o.workspace_id = r.workspace_id
      and o.sequence_id = r.sequence_id and o.customer_id = ${goes} and o.ended_at is null and o.step is not null)`.execute(
    tx,
  )
  const inBoth = sql`r.customer_id = ${goes} and exists (select from private.sequence_runs o where o.workspace_id = r.workspace_id
    and o.sequence_id = r.sequence_id and o.customer_id = ${stays} and o.ended_at is null)`
  await endRuns(platform, tx, workspaceId, inBoth, 'merged')
  await sql`update private.sequence_runs set customer_id = ${stays} where workspace_id = ${workspaceId} and customer_id = ${goes}
    and ended_at is null`.execute(tx)
  // Above the limit per customer, those entered last are ended.
  const tooMany = sql`r.id in (select id from private.sequence_runs where workspace_id = ${workspaceId} and customer_id = ${stays}
    and ended_at is null and step is not null order by entered_at, id offset 3)`
  await endRuns(platform, tx, workspaceId, tooMany, 'merged')
}

export async function handleSplit(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: stays, split_id: split }: EventCatalogue['customer.split'],
): Promise<void> {
  await sql`update private.sequence_runs r set customer_id = ${split} where r.workspace_id = ${workspaceId} and r.customer_id = ${stays}
    and r.ended_at is null and r.contact_id in (select id from contacts where workspace_id = ${workspaceId} and customer_id = ${split})
    and not exists (select from private.sequence_runs o where o.workspace_id = r.workspace_id and o.sequence_id = r.sequence_id
      and o.customer_id = ${split} and o.ended_at is null)`.execute(tx)
}

export async function handleErased(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: id }: EventCatalogue['customer.erased'],
): Promise<void> {
  await sql`delete from private.sequence_runs where workspace_id = ${workspaceId} and customer_id in (
    select id from customers where workspace_id = ${workspaceId} and (id = ${id} or merged_into = ${id}))`.execute(tx)
}

export async function handleTagMerged(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, tag_id: tagId, into }: EventCatalogue['tag.merged'],
): Promise<void> {
  await sql`update sequences set draft = replace(draft::text, ${tagId}, ${into})::jsonb, "trigger" = replace("trigger"::text, ${tagId}, ${into})::jsonb
    where workspace_id = ${workspaceId} and position(${tagId}::text in draft::text || coalesce("trigger"::text, '')) > 0`.execute(
    tx,
  )
  await sql`update sequence_versions set plan = replace(plan::text, ${tagId}, ${into})::jsonb
    where workspace_id = ${workspaceId} and position(${tagId}::text in plan::text) > 0`.execute(tx)
}

export async function handleTrialEnded(
  _platform: Platform,
  tx: Tx,
  event: EventCatalogue['trial.ended'],
): Promise<void> {
  await sql`update sequences set status = 'paused', reason = 'plan' where workspace_id = ${event.workspace_id} and status = 'active'`.execute(
    tx,
  )
}

export async function handleSubscription(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['subscription.changed'],
): Promise<void> {
  if (event.status === 'ended' || event.status === 'expired') await handleTrialEnded(platform, tx, event)
}
