import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { type Day, dayOf } from '#server/answering/reading/days.ts'
import { picked } from '#features/inbox/choices.ts'
import type { BotSettings } from '#shared/contracts/bot-settings.contract.ts'
import type { StoredAttachment } from '#shared/contracts/channels.contract.ts'
import { messagingWindow } from '#shared/rules/messaging-window.ts'
import { type Closed, closedAt } from './owner-rules.ts'
import { settingsOf } from './settings.ts'

/** Everything the bot must know of a conversation before it speaks, read in one transaction. */
export type Turn = {
  workspaceName: string
  knowledgeVersion: number
  source: 'website' | 'facebook' | 'zalo'
  /** Why the bot may not speak now; null: it may. */
  silent: 'workspace_off' | 'conversation_off' | 'channel_off' | 'window_closed' | null
  /** A member typed just now. */
  heldUntil: Date | null
  contactTypingAt: Date | null
  /** The customer's messages that nobody has answered yet, oldest first. */
  burst: TurnMessage[]
  /** The burst's messages before those, where there are more than are read: answered with them, by their ids. */
  earlier: string[]
  /** The messages before them, oldest first. */
  history: TurnMessage[]
  settings: BotSettings
  /** where the shop is */
  today: Day
  /** Set outside of the shop's hours. */
  closed: Closed
}
export type TurnMessage = {
  id: string
  seq: number
  author: 'contact' | 'bot' | 'member'
  text: string
  created_at: Date
  attachments: StoredAttachment[]
}
type TurnRow = TurnMessage & { payload: string | null; choices: string[]; campaign: boolean }

type State = {
  name: string
  knowledge_version: number
  source: Turn['source']
  workspace_off: boolean
  conversation_off: boolean
  channel_off: boolean
  bot_held_until: Date | null
  contact_typing_at: Date | null
  last_interaction: Date | null
  ad_entry_at: Date | null
  time_zone: string
  chosen: Partial<BotSettings> | null
}

const furthestBack = 40
/** The last six go to a model as they are, of those before them the beginnings. */
const historyLength = 24

/** @param lock hold the conversation's row, for the transaction that speaks */
export async function readTurn(
  tx: Tx,
  workspaceId: string,
  conversationId: string,
  now: Date,
  lock: boolean,
): Promise<Turn | undefined> {
  // First the lock, then the look: what changed while it was waited for (a pause, other knowledge) must be seen.
  if (lock)
    await sql`select from conversations where workspace_id = ${workspaceId} and id = ${conversationId} for no key update`.execute(
      tx,
    )
  const { rows } = await sql<State>`
    select w.name, w.time_zone, w.knowledge_version, v.source, w.bot_status = 'off' or w.deleted_at is not null as workspace_off,
      (v.bot_status = 'off' and (v.bot_off_until is null or v.bot_off_until > ${now})) or v.status = 'closed' as conversation_off,
      c.status not in ('connected', 'paused') as channel_off, v.bot_held_until, v.contact_typing_at,
      greatest(v.last_interaction_at, p.last_interaction_at) as last_interaction, p.ad_entry_at,
      to_jsonb(s) as chosen
    from conversations v join workspaces w on w.id = v.workspace_id
    join channels c on c.id = v.channel_id and c.workspace_id = v.workspace_id
    join contacts p on p.workspace_id = v.workspace_id and p.id = v.contact_id
    left join bot_settings s on s.workspace_id = v.workspace_id
    where v.workspace_id = ${workspaceId} and v.id = ${conversationId}`.execute(tx)
  const state = rows[0]
  if (!state) return undefined
  const settings = settingsOf(state.chosen)
  const { rows: latest } =
    await sql<TurnRow>`select id, seq, case when origin is null then author else 'bot' end as author, text, created_at, attachments, payload, choices,
      origin is not null as campaign from messages m
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and deleted_at is null and (author <> 'system' or origin is not null)
      and not exists (select from consents o where o.workspace_id = m.workspace_id and o.message_id = m.id)
      and not exists (select from private.test_contacts t where t.workspace_id = m.workspace_id and t.message_id = m.id)
    order by seq desc limit ${furthestBack}`.execute(tx)
  const messages = withPicked(latest.reverse())
  // What was sent to everybody answers nobody: it is a turn to be read, not a reply.
  const sentToMany = new Set(latest.filter(row => row.campaign).map(row => row.id))
  const lastOut = messages.findLastIndex(({ id, author }) => author !== 'contact' && !sentToMany.has(id))
  const begin = lastOut + 1
  const since = messages.slice(begin)
  return {
    workspaceName: state.name,
    knowledgeVersion: state.knowledge_version,
    source: state.source,
    silent: state.workspace_off
      ? 'workspace_off'
      : state.conversation_off
        ? 'conversation_off'
        : state.channel_off
          ? 'channel_off'
          : isTooLate(state, now)
            ? 'window_closed'
            : null,
    heldUntil: state.bot_held_until && state.bot_held_until > now ? state.bot_held_until : null,
    contactTypingAt: state.contact_typing_at,
    burst: since.filter(message => message.author === 'contact'),
    earlier:
      begin === 0 && messages.length === furthestBack
        ? await earlierThan(tx, workspaceId, conversationId, messages[0])
        : [],
    history: [
      ...messages.slice(Math.max(0, begin - historyLength), begin),
      ...since.filter(message => message.author !== 'contact'),
    ],
    settings,
    today: dayOf(now, state.time_zone),
    closed: closedAt(settings, now, state.time_zone),
  }
}

/** A customer who goes on writing while nobody can answer: all of it is theirs to be answered once. */
async function earlierThan(
  tx: Tx,
  workspaceId: string,
  conversationId: string,
  first: TurnMessage | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from messages
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and deleted_at is null and author = 'contact'
      and seq < ${first?.seq ?? 0} and seq > coalesce((select max(seq) from messages where workspace_id = ${workspaceId}
        and conversation_id = ${conversationId} and deleted_at is null and author in ('bot', 'member')), 0)
    order by seq`.execute(tx)
  return rows.map(row => row.id)
}

/** What came in so late (read from the platform's record) that the bot could not be heard any more. */
function isTooLate(
  { source: kind, last_interaction: lastInteraction, ad_entry_at: adEntry }: State,
  now: Date,
): boolean {
  const question = {
    kind,
    lastInteraction,
    adEntry,
    author: 'bot',
    humanAgent: false,
    paidConfirmed: false,
    now,
  } as const
  return !messagingWindow(question).allowed
}

/** What a customer picked stands in its own words, whether they tapped it, wrote its number, or its cut name. */
function withPicked(rows: TurnRow[]): TurnMessage[] {
  return rows.map(({ payload, choices: _offered, campaign: _campaign, ...message }, at) => {
    if (message.author !== 'contact') return message
    const asked = rows.slice(0, at).filter(row => row.choices.length > 0)
    const isOpen = rows.slice(0, at).findLast(row => row.author !== 'contact') === asked.at(-1)
    return { ...message, text: picked({ text: message.text, payload }, asked, isOpen) ?? message.text }
  })
}
