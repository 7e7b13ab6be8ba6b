import { sql } from 'kysely'
import { contactsOfCustomer } from '#features/customers/consent/consent-ledger.ts'
import { giveBack } from '#features/usage/reserve.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { Language } from '#shared/words.ts'
import { readFacts, readShop } from '../audience/contact-facts.ts'
import { ask, recordAsked } from './make-ask.ts'

type Asked = { id: string; contact_id: string; language: Language; version: number; words: string }

/** Checks the rules a last time; a request that may not leave was never made and may come later. */
export async function handleDueAsk(platform: Platform, tx: Tx, event: EventCatalogue['campaign.due']): Promise<void> {
  if (event.origin !== 'ask') return
  const { workspace_id: workspaceId, message_id: messageId } = event
  const now = platform.clock.now()
  const { rows } = await sql<Asked>`select id, contact_id, language, version, words from private.consent_asks
    where workspace_id = ${workspaceId} and message_id = ${messageId}`.execute(tx)
  const [asked] = rows
  if (asked) await contactsOfCustomer(tx, workspaceId, asked.contact_id)
  const [facts] = asked
    ? await readFacts(
        tx,
        { workspaceId, purpose: 'ask', now, except: asked.id, exceptMessage: messageId },
        { contacts: [asked.contact_id] },
      )
    : []
  const shop = { ...(await readShop(tx, workspaceId, now)), planLeft: 1 }
  if (asked && facts && ask(platform, facts, shop, asked, now).is === 'now')
    return recordAsked(platform, tx, { workspaceId, id: asked.id })
  const gone =
    await sql`delete from messages where workspace_id = ${workspaceId} and id = ${messageId} and status = 'queued' returning id`.execute(
      tx,
    )
  if (gone.rows.length === 0) return
  await sql`delete from private.consent_asks where workspace_id = ${workspaceId} and message_id = ${messageId}`.execute(
    tx,
  )
  await giveBack(platform, tx, workspaceId, 'campaigns')
}
