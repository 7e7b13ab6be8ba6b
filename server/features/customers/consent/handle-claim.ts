import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { addConsent, contactsOfCustomer } from './consent-ledger.ts'

/** Clocks of servers differ. */
const ahead = minutes(5)

/** Idempotent. Website only; overrides neither a refusal in a message nor a newer claim. */
export async function handleClaim(platform: Platform, tx: Tx, event: EventCatalogue['consent.claimed']): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId, contact_id: contactId, language, version } = event
  const at = new Date(event.at)
  if (at > after(platform.clock.now(), ahead)) return
  const { rows } = await sql<{ words: string }>`select words from consent_texts where workspace_id = ${workspaceId}
    and purpose = 'promotion' and language = ${language} and version = ${version} and created_at <= ${after(at, ahead)}`.execute(
    tx,
  )
  const [text] = rows
  if (!text) return
  const contacts = await contactsOfCustomer(tx, workspaceId, contactId)
  const customerId = contacts[0]?.customer_id
  if (!customerId) return
  const proof = at.toISOString()
  const { rows: stronger } =
    await sql`select 1 from consents where workspace_id = ${workspaceId} and customer_id = ${customerId}
    and purpose = 'promotion' and (how = 'claim' and proof >= ${proof}
      or ${event.agreed} and channel_id = ${channelId} and how <> 'claim' and act in ('withdrawn', 'refused')) limit 1`.execute(
      tx,
    )
  if (stronger.length > 0) return
  await addConsent(platform, tx, {
    ...{ workspaceId, customerId, words: text.words, version, proof, messageId: event.message_id },
    // Refusals apply to all channels.
    channelIds: event.agreed ? [channelId] : [...new Set(contacts.map(one => one.channel_id))].sort(),
    purposes: event.agreed ? ['promotion'] : ['promotion', 'care'],
    act: event.agreed ? 'given' : 'withdrawn',
    how: 'claim',
    event: `claim:${contactId}:${proof}`,
  })
}
