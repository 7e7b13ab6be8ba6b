import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { addConsent, contactsOfCustomer, type Purpose } from '../consent/consent-ledger.ts'
import { refusedBefore } from './forgotten-marks.ts'

type Made = { kind: string; account_id: string; external_id: string; channel_id: string }

/** A forgotten person who returns is a new customer, but past refusals hold. */
export async function rememberRefusal(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: customerId, contact_id: contactId }: EventCatalogue['customer.made'],
): Promise<void> {
  const { rows } = await sql<Made>`select h.kind, h.account_id, c.external_id, c.channel_id
    from contacts c join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
    where c.workspace_id = ${workspaceId} and c.id = ${contactId}
      and exists (select from private.forgotten_marks m where m.workspace_id = ${workspaceId})`.execute(tx)
  const [made] = rows
  if (!made) return
  const purposes = await refusedBefore(platform, tx, workspaceId, {
    is: 'account',
    kind: made.kind,
    accountId: made.account_id,
    externalId: made.external_id,
  })
  if (!purposes?.length) return
  await addConsent(platform, tx, {
    workspaceId,
    customerId,
    channelIds: [made.channel_id],
    purposes,
    act: 'withdrawn',
    how: 'remembered',
    event: `remembered:${contactId}`,
  })
}

const markedKinds: ReadonlySet<string> = new Set(['phone', 'landline', 'email'])

/** On another channel they are known by the number that they leave. What they agreed to since, under their new account, holds. */
export async function rememberByDetail(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, contact_id: contactId, kind }: EventCatalogue['contact.detail-found'],
): Promise<void> {
  if (!markedKinds.has(kind)) return
  // The newest is the one that was found: ids grow.
  const { rows: found } = await sql<{ id: string; value: string }>`select id, value from contact_details
    where workspace_id = ${workspaceId} and contact_id = ${contactId} and kind = ${kind}
      and exists (select from private.forgotten_marks m where m.workspace_id = ${workspaceId})
    order by created_at desc, id desc limit 1`.execute(tx)
  const [detail] = found
  if (!detail) return
  const by = { is: kind === 'email' ? 'email' : 'phone', value: detail.value } as const
  const refused = await refusedBefore(platform, tx, workspaceId, by)
  if (!refused?.length) return
  const contacts = await contactsOfCustomer(tx, workspaceId, contactId)
  const [first] = contacts
  if (!first) return
  const { rows: agreed } = await sql<{
    channel_id: string
    purpose: Purpose
  }>`select channel_id, purpose from consent_states
    where workspace_id = ${workspaceId} and customer_id = ${first.customer_id} and state = 'given'`.execute(tx)
  for (const channelId of [...new Set(contacts.map(one => one.channel_id))].sort())
    await addConsent(platform, tx, {
      ...{ workspaceId, customerId: first.customer_id, channelIds: [channelId], act: 'withdrawn', how: 'remembered' },
      purposes: refused.filter(one => !agreed.some(is => is.channel_id === channelId && is.purpose === one)),
      event: `remembered:${detail.id}`,
    })
}
