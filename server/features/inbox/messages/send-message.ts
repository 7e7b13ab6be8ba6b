import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { splitText } from '#platform/text/split-text.ts'
import type { SentTemplate } from '#features/channels/sending/sending.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import type { SentButton } from '#shared/rules/campaigns/campaign-buttons.ts'
import type { Purpose } from '#shared/rules/campaigns/send-question.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import type { MessageAuthor, MessageStatus } from '#shared/words.ts'
import { deliverLater } from '../delivery/queue-delivery.ts'
import { previewOf } from './preview.ts'

export type Outgoing = {
  workspaceId: string
  conversationId: string
  author: 'bot' | 'member' | 'system'
  text: string
  /** The list's preview, if not the text's beginning. */
  shown?: string | undefined
  attachments?: StoredAttachment[] | undefined
  memberId?: string | undefined
  answerId?: string | undefined
  clientId?: string | undefined
  /** The platform's id of the message answered. */
  replyTo?: string | undefined
  mayCost?: boolean | undefined
  /** `asksDetails`, `optInOf(…)`, what the sender recognises it by later, or nothing. */
  payload?: string | undefined
  choices?: string[] | undefined
  buttons?: SentButton[] | undefined
  /** Campaign messages do not move the conversation up or notify anyone. */
  quiet?: Quiet | undefined
}

export type Quiet = {
  purpose: Purpose
  route: RouteName
  origin: 'broadcast' | 'sequence' | 'test' | 'ask'
  originId: string
  sendBefore: Date | null
  /** In đồng. */
  cost: number
  costBasis: 'exact' | 'listed' | 'estimate'
  template?: SentTemplate | undefined
}

export const asksDetails = 'asks_details'

export type Sent = {
  id: string
  seq: number
  channel_id: string
  text: string
  author: MessageAuthor
  status: MessageStatus
  created_at: Date
  client_id: string | null
}

export function optInOf(askId: string): string {
  return `opt_in:${askId}`
}

/** Characters every platform accepts. */
const maxLength = 2000

/**
 * The only way out for bot, members and broadcasts; greetings were shown already. Website messages count as sent once stored; others are
 * queued, long text in parts and files apart. The caller holds the conversation's lock. Returns the first part.
 */
export async function sendMessage(platform: Platform, tx: Tx, outgoing: Outgoing): Promise<Sent> {
  const [first, ...others] = await partsOf(tx, outgoing)
  const sent = await store(platform, tx, first ?? outgoing)
  for (const part of others) await store(platform, tx, part)
  if (sent.status === 'queued') await deliverLater(platform, tx, outgoing)
  return sent
}

async function partsOf(tx: Tx, outgoing: Outgoing): Promise<Outgoing[]> {
  const { text, attachments = [] } = outgoing
  // Campaign text is short and keeps its picture: one message per customer carries the outcome.
  if (outgoing.quiet) return [outgoing]
  const short = text.length <= maxLength && text.normalize('NFC').length <= maxLength
  if (short && attachments.length === 0) return [outgoing]
  const { rows } = await sql<{ source: string }>`select source from conversations
    where workspace_id = ${outgoing.workspaceId} and id = ${outgoing.conversationId}`.execute(tx)
  if (rows[0]?.source === 'website') return [outgoing]
  const { clientId, choices, buttons, ...rest } = outgoing
  const texts = splitText(text, maxLength)
  const parts: Outgoing[] = [
    ...texts.map((part, at) => ({
      ...rest,
      text: part,
      attachments: [],
      ...(at === texts.length - 1 && { choices, buttons }),
    })),
    ...attachments.map(file => ({ ...rest, text: '', attachments: [file] })),
  ]
  return parts.map((part, index) => (index === 0 ? { ...part, clientId } : part))
}

/** Not on each reply: all conversations would wait for the channel's row. */
const lastReplyEvery = seconds(30)

async function store(platform: Platform, tx: Tx, outgoing: Outgoing): Promise<Sent> {
  const now = platform.clock.now()
  const { workspaceId, conversationId, attachments = [], quiet } = outgoing
  const moved = sql`, last_message_at = ${now}, preview = ${previewOf(outgoing.shown ?? outgoing.text, attachments)}, preview_author = ${outgoing.author}${
    outgoing.author === 'bot' ? sql`, bot_replied_at = ${now}` : sql``
  }`
  const { rows } = await sql<Sent>`
    with next as (
      update conversations set last_seq = last_seq + 1${quiet ? sql`` : moved}
      where id = ${conversationId} and workspace_id = ${workspaceId} returning last_seq, channel_id, source
    ), channel as (
      update channels set last_out_at = ${now} where workspace_id = ${workspaceId} and id = (select channel_id from next where source = 'website')
        and (last_out_at is null or last_out_at < ${after(now, -lastReplyEvery)})
    )
    insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, member_id, answer_id, client_id, text, attachments,
      reply_to, may_cost, payload, choices, buttons, purpose, route, origin, origin_id, send_before, cost, cost_basis, template, status, sent_at, created_at)
    select ${newId()}, ${workspaceId}, ${conversationId}, channel_id, last_seq, 'out', ${outgoing.author}, ${outgoing.memberId ?? null},
      ${outgoing.answerId ?? null}, ${outgoing.clientId ?? null}, ${outgoing.text}, ${JSON.stringify(attachments)}::jsonb,
      ${outgoing.replyTo ?? null}, ${outgoing.mayCost ?? false}, ${outgoing.payload ?? null}, ${JSON.stringify(outgoing.choices ?? [])}::jsonb, ${JSON.stringify(outgoing.buttons ?? [])}::jsonb,
      ${quiet?.purpose ?? null}, ${quiet?.route ?? null}, ${quiet?.origin ?? null}, ${quiet?.originId ?? null}, ${quiet?.sendBefore ?? null}::timestamptz,
      ${quiet?.cost ?? null}, ${quiet?.costBasis ?? null}, ${quiet?.template ? JSON.stringify(quiet.template) : null}::jsonb, case when source = 'website' then 'sent' else 'queued' end,
      case when source = 'website' then ${now}::timestamptz end, ${now}
    from next returning id, seq, channel_id, text, author, status, created_at, client_id`.execute(tx)
  const message = rows[0]
  if (!message) throw new Error('The conversation of an outgoing message is gone.')
  const payload = {
    workspace_id: workspaceId,
    conversation_id: conversationId,
    message_id: message.id,
    channel_id: message.channel_id,
  }
  if (message.status !== 'sent') await platform.jobs.emit(tx, 'message.queued', payload)
  else {
    const { author } = outgoing
    await platform.jobs.emit(tx, 'message.sent', { ...payload, author, origin: quiet?.origin ?? null })
  }
  return message
}
