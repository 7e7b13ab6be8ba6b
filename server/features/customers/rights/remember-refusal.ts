import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { addConsent } from '../consent/consent-ledger.ts'
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
