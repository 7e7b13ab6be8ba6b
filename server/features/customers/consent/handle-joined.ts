import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { addConsent, contactsOfCustomer } from './consent-ledger.ts'

type Refused = { channel_id: string; purpose: 'promotion' | 'care' | 'service' }

/** After a merge refusals hold on every channel; agreements do not carry over. */
export async function handleJoined(platform: Platform, tx: Tx, event: EventCatalogue['contact.joined']): Promise<void> {
  const { workspace_id: workspaceId, customer_id: former, into } = event
  const { rows } = await sql<{ customer_id: string | null }>`select customer_id from contacts
    where workspace_id = ${workspaceId} and id = ${into} for no key update`.execute(tx)
  const customerId = rows[0]?.customer_id
  if (!former || !customerId || former === customerId) return
  const contacts = await contactsOfCustomer(tx, workspaceId, into)
  await mergeCustomers(tx, workspaceId, former, customerId)
  const { rows: refused } = await sql<Refused>`select channel_id, purpose from consent_states
    where workspace_id = ${workspaceId} and customer_id = ${former} and state in ('withdrawn', 'refused')`.execute(tx)
  for (const { channel_id: channelId, purpose } of refused)
    await addConsent(platform, tx, {
      workspaceId,
      customerId,
      channelIds: [...new Set([channelId, ...contacts.map(one => one.channel_id)])].sort(),
      purposes: [purpose],
      act: 'withdrawn',
      how: 'joined',
      event: `joined:${event.contact_id}`,
    })
}

async function mergeCustomers(tx: Tx, workspaceId: string, former: string, customerId: string): Promise<void> {
  await sql`update customers cu set fields = f.fields || cu.fields, name = coalesce(nullif(cu.name, ''), f.name), version = cu.version + 1
    from customers f where f.workspace_id = ${workspaceId} and f.id = ${former} and cu.workspace_id = ${workspaceId} and cu.id = ${customerId}
      and (f.fields <> '{}' or f.name <> '')`.execute(tx)
  await sql`update customers cu set restricted_at = f.restricted_at, version = cu.version + 1
    from customers f where f.workspace_id = ${workspaceId} and f.id = ${former} and cu.workspace_id = ${workspaceId} and cu.id = ${customerId}
      and cu.restricted_at is null and f.restricted_at is not null`.execute(tx)
  await sql`insert into customer_tags (workspace_id, customer_id, tag_id, tagged_by, created_at)
    select workspace_id, ${customerId}, tag_id, tagged_by, created_at from customer_tags
    where workspace_id = ${workspaceId} and customer_id = ${former} on conflict do nothing`.execute(tx)
  await sql`update customers set merged_into = ${customerId} where workspace_id = ${workspaceId} and (id = ${former} or merged_into = ${former})
    and not exists (select from contacts k where k.workspace_id = ${workspaceId} and k.customer_id = ${former})`.execute(
    tx,
  )
  await sql`update data_requests set customer_id = ${customerId} where workspace_id = ${workspaceId} and customer_id in (
    select id from customers where workspace_id = ${workspaceId} and id = ${former} and merged_into = ${customerId})`.execute(
    tx,
  )
}
