import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { addConsent, contactsOfCustomer } from '../consent/consent-ledger.ts'
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

const maxDetails = 50

/**
 * On another channel they are known by the number that they leave. It may be somebody else's: only promotions end, and only where it
 * was written. What they agreed to since, under their new account, holds.
 */
export async function rememberByDetail(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, contact_id: contactId, kind }: EventCatalogue['contact.detail-found'],
): Promise<void> {
  if (!markedKinds.has(kind)) return
  // All of this kind: a platform's times do not say which was found last.
  const { rows: found } = await sql<{ id: string; value: string }>`select id, value from contact_details
    where workspace_id = ${workspaceId} and contact_id = ${contactId} and kind = ${kind}
      and exists (select from private.forgotten_marks m where m.workspace_id = ${workspaceId})
    order by id desc limit ${maxDetails}`.execute(tx)
  const detailId = await refusedDetail(platform, tx, workspaceId, kind === 'email' ? 'email' : 'phone', found)
  if (!detailId) return
  const own = (await contactsOfCustomer(tx, workspaceId, contactId)).find(one => one.id === contactId)
  if (!own) return
  const { customer_id: customerId, channel_id: channelId } = own
  const { rows: agreed } = await sql`select from consent_states where workspace_id = ${workspaceId}
    and customer_id = ${customerId} and channel_id = ${channelId} and purpose = 'promotion' and state = 'given'`.execute(
    tx,
  )
  if (agreed.length > 0) return
  await addConsent(platform, tx, {
    ...{
      workspaceId,
      customerId,
      channelIds: [channelId],
      purposes: ['promotion'],
      act: 'withdrawn',
      how: 'remembered',
    },
    event: `remembered:${detailId}`,
  })
}

async function refusedDetail(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  is: 'phone' | 'email',
  found: { id: string; value: string }[],
): Promise<string | undefined> {
  for (const { id, value } of found) {
    const refused = await refusedBefore(platform, tx, workspaceId, { is, value })
    if (refused?.includes('promotion')) return id
  }
  return undefined
}
