import { sql } from 'kysely'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import type { Language } from '#shared/words.ts'
import { contactsOfCustomer } from '../consent/consent-ledger.ts'
import { dayIn, timesOf } from './data-requests.ts'

type Message = {
  contact_id: string
  text: string
  name: string
  source: 'website' | 'facebook' | 'zalo'
  language: Language | null
  shop_language: Language
  shop: string
  zone: string
}

type Open = { id: string; came_on: string; due_on: string }

/** Anybody may write on a website: each source has a limit of its own, so that strangers use up neither the team's nor each other's. */
const maxOpenOfSource = 50

/** In the message's own transaction. Only a request: a person confirms who asks before anything is shown or erased. */
export async function openFromMessage(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.received'],
): Promise<void> {
  const { data_request_intent: kind, workspace_id: workspaceId, conversation_id: conversationId } = event
  if (kind === 'none') return
  const message = await readMessage(tx, event)
  if (!message) return
  // Locked: two messages at once open one request.
  const [contact] = await contactsOfCustomer(tx, workspaceId, message.contact_id)
  if (!contact) return
  const { rows } = await sql<{ known: Open | null; full: boolean }>`select
      (select jsonb_build_object('id', r.id, 'came_on', r.came_on, 'due_on', r.due_on) from data_requests r
        where r.workspace_id = ${workspaceId} and r.kind = ${kind} and r.done_at is null
          and r.customer_id in (select m.id from customers m where m.workspace_id = ${workspaceId}
            and (m.id = ${contact.customer_id} or m.merged_into = ${contact.customer_id}))
        order by r.created_at limit 1) as known,
      (select count(*) from (select from data_requests where workspace_id = ${workspaceId} and source = ${message.source}
        and done_at is null limit ${maxOpenOfSource}) o) = ${maxOpenOfSource} as full`.execute(tx)
  const now = platform.clock.now()
  const today = dayIn(message.zone, now)
  if (rows[0]?.known) {
    await answerAgain(platform, tx, event, { message, open: rows[0].known, today })
    return
  }
  if (rows[0]?.full) {
    const full = { workspace_id: workspaceId, request_id: `${message.source} ${today}`, what: 'full' } as const
    await platform.jobs.emit(tx, 'data-request.due', full)
    return
  }
  const id = newId()
  const { answerBy, dueOn } = timesOf(platform.config, kind, today)
  const who = message.name || customersTexts(message.shop_language).nameless
  await sql`insert into data_requests (id, workspace_id, customer_id, kind, who, note, came_on, answer_by, due_on, source, conversation_id,
      message_id, created_at)
    values (${id}, ${workspaceId}, ${contact.customer_id}, ${kind}, ${who.slice(0, 200)}, ${message.text}, ${today}::date, ${answerBy}::date,
      ${dueOn}::date, ${message.source}, ${conversationId}, ${event.message_id}, ${now})`.execute(tx)
  await recordInAuditLog(platform, tx, { workspaceId, personId: null }, 'data-request.recorded', id, { kind })
  await platform.jobs.emit(tx, 'data-request.due', { workspace_id: workspaceId, request_id: id, what: 'asked' })
  const text = customersTexts(message.language ?? message.shop_language)[
    kind === 'erase' ? 'eraseAsked' : 'accessAsked'
  ]
  await sendMessage(platform, tx, {
    ...{ workspaceId, conversationId, author: 'system' },
    text: text
      .replaceAll('{shop}', () => message.shop)
      .replaceAll('{answer}', () => shown(answerBy))
      .replaceAll('{due}', () => shown(dueOn)),
  })
}

/** A repeated request is answered with its due date instead of by the bot, unless that is what they read last. */
async function answerAgain(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.received'],
  { message, open, today }: { message: Message; open: Open; today: string },
): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: conversationId, data_request_intent: kind } = event
  await sql`update data_requests set again_message_id = ${event.message_id}
    where workspace_id = ${workspaceId} and id = ${open.id}`.execute(tx)
  const texts = customersTexts(message.language ?? message.shop_language)
  const isLate = today > open.due_on
  const said = isLate ? texts.againLate : kind === 'erase' ? texts.eraseAgain : texts.accessAgain
  const text = said
    .replaceAll('{shop}', () => message.shop)
    .replaceAll('{came}', () => shown(open.came_on))
    .replaceAll('{due}', () => shown(open.due_on))
  const { rows } = await sql<{ text: string }>`select text from messages where workspace_id = ${workspaceId}
    and conversation_id = ${conversationId} and direction = 'out' order by seq desc limit 1`.execute(tx)
  if (rows[0]?.text !== text) await sendMessage(platform, tx, { workspaceId, conversationId, author: 'system', text })
}

/** '2026-11-24' as 24/11/2026, which both languages' readers in Viet Nam read alike. */
function shown(day: string): string {
  return day.split('-').reverse().join('/')
}

async function readMessage(
  tx: Tx,
  { workspace_id: workspaceId, message_id: messageId }: EventCatalogue['message.received'],
): Promise<Message | undefined> {
  const { rows } =
    await sql<Message>`select v.contact_id, m.text, c.name, v.source, v.language, w.language as shop_language,
      w.name as shop, w.time_zone as zone
    from messages m join conversations v on v.workspace_id = m.workspace_id and v.id = m.conversation_id
    join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id join workspaces w on w.id = v.workspace_id
    where m.workspace_id = ${workspaceId} and m.id = ${messageId}`.execute(tx)
  return rows[0]
}
