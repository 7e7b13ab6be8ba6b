import { sql } from 'kysely'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import { addConsent, contactsOfCustomer } from './consent-ledger.ts'

type Place = { words: string; shop: string; page_url: string | null }

/** Consent for this contact alone. Ignored after any earlier answer; a customer who refused must opt in again in their own words. */
export async function handleTick(platform: Platform, tx: Tx, event: EventCatalogue['consent.ticked']): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId, contact_id: contactId, language, version } = event
  const { rows } = await sql<Place>`select t.words, w.name as shop, (select c.fields ->> 'page_url' from contacts c
      where c.workspace_id = ${workspaceId} and c.id = ${contactId}) as page_url
    from campaign_rules r join workspaces w on w.id = r.workspace_id join consent_texts t on t.workspace_id = r.workspace_id
    where r.workspace_id = ${workspaceId} and r.ask_in_chat and t.purpose = 'promotion' and t.language = ${language}
      and t.version = ${version}`.execute(tx)
  const [place] = rows
  const [first] = place ? await contactsOfCustomer(tx, workspaceId, contactId) : []
  if (!place || !first) return
  const { rows: decided } =
    await sql`select from customers k where k.workspace_id = ${workspaceId} and k.id = ${first.customer_id}
    and (k.restricted_at is not null or exists (select from consents o where o.workspace_id = ${workspaceId}
      and o.customer_id = k.id and o.purpose = 'promotion' and (o.act in ('refused', 'withdrawn')
        or o.act in ('given', 'imported') and o.channel_id = ${channelId})))`.execute(tx)
  if (decided.length > 0) return
  const agreed = await addConsent(platform, tx, {
    ...{ workspaceId, customerId: first.customer_id, channelIds: [channelId], purposes: ['promotion'] },
    ...{ act: 'given', how: 'form', words: place.words, version, messageId: event.message_id },
    proof: (event.page_url ?? place.page_url ?? '-').slice(0, 500),
    event: `box:${event.message_id}`,
  })
  if (!agreed) return
  const text = customersTexts(language).agreed.replaceAll('{shop}', () => place.shop)
  await sendMessage(platform, tx, { workspaceId, conversationId: event.conversation_id, author: 'system', text })
}
