import { sql } from 'kysely'
import { subjectIn } from '#server/answering/understanding/answered-subject.ts'
import { findIntent, isOf, serviceNamed } from '#server/answering/understanding/find-intent.ts'
import { isBarePlace } from '#server/answering/understanding/intent-what.ts'
import { type IntentSlots, readSlots } from '#server/answering/understanding/intent-slots.ts'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { OptOutIntent } from '#shared/rules/opt-out-words.ts'
import { missingParts } from '#shared/rules/bot/intent-parts.ts'
import { type IntentKind, type IntentPart, intentParts, type IntentFields } from '#shared/words.ts'

type Open = IntentFields & { id: string; kind: IntentKind; created_at: string; asked_at: string | null }
/** `quotes`: of what was answered last, if that was sent */
type StoredText = { text: string; open: Open[]; quotes: string[] }

const oneTalk = hours(24)
const fewMessages = 20

const columns: Record<keyof IntentSlots, IntentPart> = {
  what: 'what',
  when: 'said_when',
  count: 'how_many',
  name: 'customer_name',
  phone: 'phone',
  address: 'address',
}

const mayOrder: ReadonlySet<OptOutIntent> = new Set(['none', 'unclear_stop', 'likely_stop'])

/** In the message's own transaction; later messages fill in what was missing. */
export async function recordIntent(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.received'],
): Promise<void> {
  if (!mayOrder.has(event.opt_out_intent) || event.data_request_intent !== 'none') return
  const { workspace_id: workspaceId, conversation_id: conversationId, message_id: messageId } = event
  const { rows } = await sql<StoredText>`select m.text,
      coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at) from intents i where i.workspace_id = ${workspaceId}
        and i.conversation_id = ${conversationId} and i.state = 'open'), '[]') as open,
      coalesce((select case when a.act = 'answer' and a.silent_reason is null then jsonb_path_query_array(a.citations, '$[*].quote') end
        from answers a where a.workspace_id = ${workspaceId} and a.conversation_id = ${conversationId} and a.act not in ('smalltalk', 'contact')
          and a.up_to_seq > ${event.seq - fewMessages} and a.created_at > ${after(platform.clock.now(), -oneTalk)}
        order by a.up_to_seq desc limit 1), '[]') as quotes
    from messages m
    where m.workspace_id = ${workspaceId} and m.id = ${messageId}`.execute(tx)
  const message = rows[0]
  if (!message?.text) return
  const before = subjectOf(message.quotes)
  const found = findIntent(message.text, before)
  if (!found) return addMissing(platform, tx, event, message)
  const parts = partsOf(found.slots)
  const known = message.open.find(one => one.kind === found.kind)
  if (known?.what && parts.what && isBarePlace(parts.what)) delete parts.what
  if (before && !known?.what && isOf(before, found.kind, parts.what, parts.how_many)) parts.what = before
  if (known) return change(tx, event, known, parts)
  const at = platform.clock.now()
  const { rows: made } = await sql<{
    id: string
  }>`insert into intents (id, workspace_id, conversation_id, contact_id, message_id, seq, last_message_id, kind,
      what, said_when, how_many, customer_name, phone, address, created_at)
    select ${newId()}, ${workspaceId}, ${conversationId}, v.contact_id, ${messageId}, ${event.seq}, ${messageId}, ${found.kind},
      ${parts.what ?? null}, ${parts.said_when ?? null}, ${parts.how_many ?? null}, coalesce(${parts.customer_name ?? null}, nullif(v.contact_name, '')),
      coalesce(${parts.phone ?? null}, (${detail(workspaceId, event.contact_id, 'phone')})),
      coalesce(${parts.address ?? null}, case when ${found.kind} = 'order' then (${detail(workspaceId, event.contact_id, 'address')}) end), ${at}
    from conversations v where v.workspace_id = ${workspaceId} and v.id = ${conversationId}
    on conflict (workspace_id, conversation_id, kind) where state = 'open' do nothing returning id`.execute(tx)
  const intent = made[0]
  if (!intent) return
  await sql`update conversations set waiting_since = coalesce(waiting_since, ${at})
    where workspace_id = ${workspaceId} and id = ${conversationId}`.execute(tx)
  await platform.jobs.emit(tx, 'intent.opened', {
    workspace_id: workspaceId,
    conversation_id: conversationId,
    intent_id: intent.id,
    kind: found.kind,
  })
}

/** The one thing whose price was told last; of several nobody knows which is meant. */
function subjectOf(quotes: readonly string[]): string | undefined {
  const subjects = [...new Set(quotes.flatMap(quote => subjectIn(quote) ?? []))]
  return subjects.length === 1 ? subjects[0] : undefined
}

function detail(workspaceId: string, contactId: string, kind: 'phone' | 'address') {
  return sql`select d.value from contact_details d where d.workspace_id = ${workspaceId} and d.contact_id = ${contactId}
    and d.kind = ${kind} order by d.created_at desc limit 1`
}

function partsOf(slots: IntentSlots): IntentFields {
  const parts: IntentFields = {}
  for (const [slot, column] of Object.entries(columns)) {
    const value = slots[slot as keyof IntentSlots]
    if (value) parts[column] = value.slice(0, 200)
  }
  return parts
}

async function change(
  tx: Tx,
  { workspace_id: workspaceId, message_id: messageId }: EventCatalogue['message.received'],
  { id }: Open,
  parts: IntentFields,
): Promise<void> {
  const sets = intentParts.flatMap(part => (parts[part] ? [sql`${sql.ref(part)} = ${parts[part]}`] : []))
  await sql`update intents set ${sql.join([sql`last_message_id = ${messageId}`, ...sets])}
    where workspace_id = ${workspaceId} and id = ${id} and state = 'open'`.execute(tx)
}

async function addMissing(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.received'],
  { text, open }: StoredText,
): Promise<void> {
  const since = after(platform.clock.now(), -oneTalk)
  const intent = open.findLast(one => new Date(one.created_at) > since)
  if (!intent || text.length > 500) return
  const given = partsOf(readSlots(text).slots)
  const missing = missingParts(intent.kind, intent)
  const parts: IntentFields = Object.fromEntries(missing.flatMap(part => (given[part] ? [[part, given[part]]] : [])))
  if (missing.includes('what') && intent.kind === 'booking' && intent.asked_at) {
    const service = serviceNamed(text)
    if (service) parts.what = service.slice(0, 200)
  }
  if (missing.includes('customer_name') && !parts.customer_name && parts.phone) {
    const name = nameBeside(text)
    if (name) parts.customer_name = name
  }
  if (Object.keys(parts).length > 0) await change(tx, event, intent, parts)
}

/** "Lan 0909 123 456", after asking for name and number. */
function nameBeside(text: string): string | undefined {
  const words = text
    .replace(/\+?\d[\d .-]{7,}\d/gu, ' ')
    .replace(/[^\p{L} ]/gu, ' ')
    .trim()
    .split(/\s+/u)
  const isName = words.length > 0 && words.length <= 4 && words.every(word => /^\p{Lu}\p{Ll}*$/u.test(word))
  return isName ? words.join(' ') : undefined
}
