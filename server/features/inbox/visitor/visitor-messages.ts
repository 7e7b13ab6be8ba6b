import type { visitorMessageBody, afterQuery } from '#shared/contracts/widget.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Identity, readIdentity } from '#features/channels/website/website-identity.ts'
import { readVisitor, storeVisitor, type Visitor } from '#features/channels/website/website-visitor.ts'
import { days, minutes } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { retryDeadlock } from '#platform/sql/retry-deadlock.ts'
import { storable } from '#platform/text/storable-text.ts'
import { saveGreeting } from './save-greeting.ts'
import { identifyVisitor, neverOfPages, signedNames } from './identify-visitor.ts'
import { saveContactDetails } from '../profile/save-contact-details.ts'
import type { Stored } from '../arrivals/inbound.ts'
import { receiveMessage } from '../arrivals/receive-message.ts'
import { cursorOf, readCursor, readVisitorMessages, startCursor, type VisitorMessage } from './visitor-history.ts'
import { visitorTopic } from './visitor-topic.ts'

const maxLength = 2000
const perMinute = 10
const perDay = 100

/**
 * Idempotent by client id; returns only once committed.
 * @throws inbox.message_empty, inbox.message_too_long, request.too_many
 */
export async function sendVisitorMessage(
  platform: Platform,
  authorization: string | undefined,
  input: z.output<typeof visitorMessageBody>,
): Promise<{ id: string; cursor: string; conversation_id: string; greeting?: { id: string; cursor: string } }> {
  const text = storable(input.text).trim()
  if (text === '') throw failure('inbox.message_empty')
  if (text.length > maxLength && [...text].length > maxLength) throw failure('inbox.message_too_long')
  const { visitor, stored, greeting } = await retryDeadlock(() =>
    platform.db.asService(null, async tx => {
      const unknown = await readVisitor(platform, tx, authorization)
      const person = input.identity ? await readIdentity(platform, tx, unknown, input.identity) : undefined
      const visitor = await identifyVisitor(platform, tx, unknown, person)
      const inbound = {
        workspaceId: visitor.workspaceId,
        channelId: visitor.channelId,
        source: 'website' as const,
        contact: { externalId: visitor.externalId, language: visitor.locale },
        seemsFirst: !visitor.stored && input.greeting === undefined,
        clientId: input.client_id,
        text,
      }
      const greeting =
        input.greeting === undefined
          ? undefined
          : await saveGreeting(platform, tx, inbound, { id: input.greeting, language: visitor.locale })
      const stored = await receiveMessage(platform, tx, inbound)
      if (!stored.repeated) {
        await refuseFlood(platform, tx, visitor, stored)
        await saveCircumstances(platform, tx, visitor, stored, input, person)
      }
      return { visitor, stored, greeting }
    }),
  )
  const { messageId: id, conversationId, seq } = stored
  notifyConversation(platform, visitor, greeting ?? stored)
  return {
    ...{ id, cursor: cursorOf(conversationId, seq), conversation_id: conversationId },
    ...(greeting && {
      greeting: { id: greeting.messageId, cursor: cursorOf(greeting.conversationId, greeting.seq) },
    }),
  }
}

/** Ten a minute, a hundred a day. Throwing rolls back the stored message. */
async function refuseFlood(platform: Platform, tx: Tx, visitor: Visitor, stored: Stored): Promise<void> {
  if (stored.seq <= perMinute) return
  const { rows } = await sql<{ minute: Date | null; day: Date | null }>`
    with mine as (
      select created_at, row_number() over (order by seq desc) as place from messages
      where workspace_id = ${visitor.workspaceId} and conversation_id = ${stored.conversationId} and author = 'contact'
      order by seq desc limit ${perDay + 1})
    select (select created_at from mine where place = ${perMinute + 1}) as minute,
      (select created_at from mine where place = ${perDay + 1}) as day`.execute(tx)
  const now = platform.clock.now().getTime()
  for (const [at, window] of [
    [rows[0]?.minute, minutes(1)],
    [rows[0]?.day, days(1)],
  ] as const) {
    const wait = at ? at.getTime() + window - now : 0
    if (wait > 0) throw failure('request.too_many', {}, Math.ceil(wait / 1000))
  }
}

async function saveCircumstances(
  platform: Platform,
  tx: Tx,
  visitor: Visitor,
  stored: Stored,
  input: z.output<typeof visitorMessageBody>,
  person: Identity | undefined,
): Promise<void> {
  const { workspaceId } = visitor
  const pageUrl = input.page_url?.replaceAll('\0', '') ?? null
  if (!visitor.stored) storeVisitor(platform, tx, visitor, { contactId: stored.contactId, pageUrl })
  const fields = { ...input.attributes, ...(pageUrl !== null && { page_url: pageUrl }) }
  if (Object.keys(fields).length > 0) {
    atCommit(
      tx,
      sql`update contacts set fields = fields || (${JSON.stringify(fields).replaceAll('\\u0000', '')}::jsonb
        - ${neverOfPages}::text[] - case when verified then ${signedNames}::text[] else '{}' end)
      where workspace_id = ${workspaceId} and id = ${stored.contactId}`,
    )
  }
  if (person) {
    const { name, consent, ...proven } = person
    // Signing does not vouch for what a page claimed before.
    await sql`update contacts set verified = true, name = coalesce(${name ?? null}, name),
        fields = (case when verified then fields else fields - ${signedNames}::text[] end) || ${JSON.stringify(proven)}::jsonb
      where workspace_id = ${workspaceId} and id = ${stored.contactId}`.execute(tx)
    await sql`update conversations set contact_name = coalesce(${name ?? null}, contact_name)
      where workspace_id = ${workspaceId} and id = ${stored.conversationId}`.execute(tx)
    const { contactId, conversationId, messageId } = stored
    const place = { contactId, conversationId, messageId: null }
    await saveContactDetails(platform, tx, workspaceId, place, [person.phone, person.email].join(' '))
    if (consent)
      await platform.jobs.emit(tx, 'consent.claimed', {
        ...{ workspace_id: workspaceId, conversation_id: conversationId, message_id: messageId },
        ...{ contact_id: contactId, channel_id: visitor.channelId, ...consent },
      })
  }
  if (input.consent)
    await platform.jobs.emit(tx, 'consent.ticked', {
      ...{ workspace_id: workspaceId, conversation_id: stored.conversationId, message_id: stored.messageId },
      ...{ contact_id: stored.contactId, channel_id: visitor.channelId, ...input.consent, page_url: pageUrl },
    })
}

/** Tells open streams the new conversation's id. */
export function notifyConversation(
  platform: Platform,
  visitor: Visitor,
  stored: Pick<Stored, 'conversationId' | 'seq'>,
): void {
  if (stored.seq !== 1) return
  const payload = { id: stored.conversationId }
  platform.broadcast.publish({ topic: visitorTopic(visitor), event: 'conversation', payload })
}

/** @throws request.invalid for a bad cursor, and what `readVisitor` throws */
export async function listVisitorMessages(
  platform: Platform,
  authorization: string | undefined,
  input: z.output<typeof afterQuery>,
): Promise<{ messages: VisitorMessage[]; cursor: string }> {
  const after = input.after === undefined ? 'last page' : readCursor(input.after)
  if (after === null) throw failure('request.invalid', { fields: [{ path: 'after', problem: 'Not a cursor.' }] })
  return platform.db.asService(null, async tx => {
    const visitor = await readVisitor(platform, tx, authorization)
    const messages = await readVisitorMessages(tx, visitor, after)
    return { messages, cursor: messages.at(-1)?.cursor ?? (input.after || startCursor) }
  })
}
