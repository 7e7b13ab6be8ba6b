import { sql } from 'kysely'
import { optInOf, sendMessage } from '#features/inbox/messages/send-message.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import type { Language } from '#shared/words.ts'
import { endObjections } from '../requests/lift-restriction.ts'
import { addConsent, contactsOfCustomer } from './consent-ledger.ts'

type Place = { workspaceId: string; conversationId: string; messageId: string }
export type AskedBefore = {
  id: string
  contact_id: string
  language: Language
  version: number
  words: string
  was_closed: boolean
  shop: string
  may_subscribe: boolean
}

const answersWithin = days(7)

export async function readAsked(
  platform: Platform,
  tx: Tx,
  { workspaceId, conversationId }: Place,
  seq: number,
): Promise<AskedBefore | undefined> {
  const { rows } = await sql<AskedBefore>`
    select a.id, a.contact_id, a.language, a.version, a.words, a.was_closed, w.name as shop,
      last.kind = 'facebook' and not exists (select from private.subscriptions s where s.workspace_id = a.workspace_id
        and s.contact_id = a.contact_id and s.status = 'live') as may_subscribe
    from (select m.id, m.origin, m.status, h.kind from messages m
        join channels h on h.workspace_id = m.workspace_id and h.id = m.channel_id where m.workspace_id = ${workspaceId} and m.conversation_id = ${conversationId}
        and m.seq < ${seq} order by m.seq desc limit 1) last
    join private.consent_asks a on a.workspace_id = ${workspaceId} and a.message_id = last.id
    join workspaces w on w.id = ${workspaceId}
    where last.origin = 'ask' and last.status not in ('queued', 'held', 'failed')
      and a.at > ${after(platform.clock.now(), -answersWithin)}`.execute(tx)
  return rows[0]
}

/** Recorded with the words they were asked, and confirmed to them. */
export async function answerAsked(
  platform: Platform,
  tx: Tx,
  { workspaceId, conversationId, messageId, channelId }: Place & { channelId: string },
  asked: AskedBefore,
  agrees: boolean,
): Promise<void> {
  const [first] = await contactsOfCustomer(tx, workspaceId, asked.contact_id)
  if (!first) return
  const { words, version } = asked
  await addConsent(platform, tx, {
    workspaceId,
    customerId: first.customer_id,
    channelIds: [channelId],
    purposes: ['promotion'],
    act: agrees ? 'given' : 'refused',
    how: 'message',
    ...{ words, version, messageId },
    event: `message:${messageId}`,
  })
  const texts = customersTexts(asked.language)
  const customer = { workspaceId, customerId: first.customer_id }
  const agreed = { channelId, messageId, agreed: ['promotion' as const] }
  const restricted = agrees && (await endObjections(platform, tx, customer, agreed))
  const reply = restricted ? 'stillRestricted' : agrees ? 'agreed' : 'declined'
  const text = texts[reply].replaceAll('{shop}', () => asked.shop)
  await sendMessage(platform, tx, { workspaceId, conversationId, author: 'system', text })
  if (agrees && !restricted && asked.may_subscribe && platform.config.FACEBOOK_MARKETING_PERMISSION !== '')
    await sendMessage(platform, tx, {
      ...{ workspaceId, conversationId, author: 'system', payload: optInOf(asked.id) },
      text: texts.subscribe.replaceAll('{shop}', () => asked.shop),
    })
  if (asked.was_closed)
    await sql`update conversations set status = 'closed', waiting_since = null
      where workspace_id = ${workspaceId} and id = ${conversationId}`.execute(tx)
}
