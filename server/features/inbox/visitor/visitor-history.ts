import { sql } from 'kysely'
import type { Visitor } from '#features/channels/website/website-visitor.ts'
import type { Tx } from '#platform/sql/database.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import type { Language, MessageAuthor } from '#shared/words.ts'
import { nameForCustomers } from '#shared/rules/contacts/name-for-customers.ts'
import type { SentButton } from '#shared/rules/campaigns/campaign-buttons.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'

export type VisitorMessage = {
  id: string
  cursor: string
  author: MessageAuthor
  text: string
  created_at: string
  client_id?: string
  name?: string
  citations?: { source_id: string; title: string; quote: string }[]
  attachments?: VisitorAttachment[]
  rating?: 'good' | 'bad' | null
  choices?: string[]
  links?: { title: string; url: string }[]
}

export type VisitorAttachment = { id: string; kind: 'image' | 'file'; name: string; size: number }

type Row = {
  id: string
  conversation_id: string
  seq: number
  author: VisitorMessage['author']
  text: string
  created_at: Date
  client_id: string | null
  member_name: string | null
  citations: { source_id: string; title?: string; quote?: string }[] | null
  attachments: StoredAttachment[]
  act: string | null
  choices: string[]
  buttons: SentButton[]
  rating: 'good' | 'bad' | null
}

export const startCursor = '0'
export const pageLength = 100
const maxCitations = 3
const maxQuoteLength = 600

/** Conversation ids grow with time and one is open at a time, so cursors sort as text. */
export function cursorOf(conversationId: string, seq: number): string {
  return `${conversationId}.${String(seq).padStart(10, '0')}`
}

/** @returns undefined for the start, null if it is no cursor */
export function readCursor(cursor: string): { conversationId: string; seq: number } | undefined | null {
  if (cursor === startCursor || cursor === '') return undefined
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{10,15})$/.exec(cursor)
  return match ? { conversationId: match[1] as string, seq: Number(match[2]) } : null
}

/** Oldest first, at most a page; without a cursor the last page. Spans all the visitor's conversations with the shop. */
export async function readVisitorMessages(
  tx: Tx,
  visitor: Visitor,
  after: { conversationId: string; seq: number } | 'last page' | undefined,
): Promise<VisitorMessage[]> {
  const last = after === 'last page'
  const place = after === 'last page' || after === undefined ? undefined : after
  const { rows } = await sql<Row>`
    select m.id, m.conversation_id, m.seq, case when m.origin is null then m.author else 'member' end as author, m.text, m.created_at, m.client_id, m.attachments, m.choices, m.buttons, p.name as member_name,
      case when (select shows_sources from bot_settings where workspace_id = ${visitor.workspaceId}) then a.citations end as citations, a.act, a.visitor_rating as rating
    from contacts c
    join conversations v on v.workspace_id = c.workspace_id and v.contact_id = c.id
    join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id
    left join members p on p.workspace_id = m.workspace_id and p.person_id = m.member_id and m.author = 'member'
    left join answers a on a.workspace_id = m.workspace_id and a.id = m.answer_id and m.author = 'bot'
    where c.workspace_id = ${visitor.workspaceId} and c.channel_id = ${visitor.channelId} and c.external_id = ${visitor.externalId}
      and m.deleted_at is null and m.status in ('stored', 'sent', 'delivered', 'read')
      ${place ? sql`and (m.conversation_id, m.seq) > (${place.conversationId}::uuid, ${place.seq}::bigint)` : sql``}
    order by ${last ? sql`m.conversation_id desc, m.seq desc` : sql`m.conversation_id, m.seq`} limit ${pageLength}`.execute(
    tx,
  )
  return (last ? rows.reverse() : rows).map(row => asVisitorMessage(row, visitor.locale))
}

function asVisitorMessage(row: Row, language: Language): VisitorMessage {
  const own = row.author === 'contact'
  const citations = (row.citations ?? []).slice(0, maxCitations)
  const name = row.member_name && nameForCustomers(row.member_name)
  const attachments = visitorAttachments(row.attachments)
  // Else an empty bubble: the shop's rule took all there was.
  const isGone = attachments.length === 0 && row.attachments.some(one => one.status === 'expired')
  const choices = [...row.choices, ...row.buttons.flatMap(({ is, title }) => (is === 'link' ? [] : [title]))]
  const links = row.buttons.flatMap(button => (button.is === 'link' ? [{ title: button.title, url: button.url }] : []))
  return {
    id: row.id,
    cursor: cursorOf(row.conversation_id, row.seq),
    author: row.author,
    text: row.text || (isGone ? customersTexts(language).fileGone : ''),
    created_at: row.created_at.toISOString(),
    ...(own && row.client_id !== null && { client_id: row.client_id }),
    ...(name && { name }),
    ...(citations.length > 0 && {
      citations: citations.map(({ source_id, title, quote }) => ({
        source_id,
        title: title ?? '',
        quote: (quote ?? '').slice(0, maxQuoteLength),
      })),
    }),
    ...(attachments.length > 0 && { attachments }),
    ...(row.act === 'answer' && { rating: row.rating }),
    ...(choices.length > 0 && { choices }),
    ...(links.length > 0 && { links }),
  }
}

export function visitorAttachments(stored: readonly StoredAttachment[]): VisitorAttachment[] {
  return stored
    .filter(one => one.status === 'copied')
    .map(({ id, type, name, size }) => ({
      id,
      kind: type === 'image' || type === 'gif' || type === 'sticker' ? 'image' : 'file',
      name: name ?? 'file',
      size: size ?? 0,
    }))
}

/** undefined before the first message. */
export async function findVisitorConversation(
  tx: Tx,
  visitor: Visitor,
): Promise<{ id: string; lastSeq: number } | undefined> {
  const { rows } = await sql<{ id: string; last_seq: number }>`
    select v.id, v.last_seq from contacts c join conversations v on v.workspace_id = c.workspace_id and v.contact_id = c.id
    where c.workspace_id = ${visitor.workspaceId} and c.channel_id = ${visitor.channelId} and c.external_id = ${visitor.externalId}
    order by v.id desc limit 1`.execute(tx)
  const row = rows[0]
  return row && { id: row.id, lastSeq: row.last_seq }
}
