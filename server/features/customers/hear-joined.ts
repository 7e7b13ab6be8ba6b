import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { addConsent } from './consent-ledger.ts'

type Refused = { channel_id: string; purpose: 'promotion' | 'care' | 'service' }

/** Two contacts turned out to be one customer: what was refused as either is refused; what was agreed to as the other is not. */
export async function hearJoined(platform: Platform, tx: Tx, told: EventCatalogue['contact.joined']): Promise<void> {
  const { workspace_id: workspaceId, customer_id: former, into } = told
  const { rows } = await sql<{ customer_id: string | null }>`select customer_id from contacts
    where workspace_id = ${workspaceId} and id = ${into} for no key update`.execute(tx)
  const customerId = rows[0]?.customer_id
  if (!former || !customerId || former === customerId) return
  const { rows: refused } = await sql<Refused>`select channel_id, purpose from consent_states
    where workspace_id = ${workspaceId} and customer_id = ${former} and state in ('withdrawn', 'refused')`.execute(tx)
  for (const { channel_id: channelId, purpose } of refused)
    await addConsent(platform, tx, {
      workspaceId,
      customerId,
      channelIds: [channelId],
      purposes: [purpose],
      act: 'withdrawn',
      how: 'joined',
      event: `joined:${former}`,
    })
}
