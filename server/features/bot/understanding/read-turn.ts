import type { Language } from '#shared/words.ts'
import { shopNameForCustomers } from '#shared/rules/text/shop-name.ts'
import { type RawBuilder, sql } from 'kysely'
import { ahead, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type Day, dayOf } from '#server/answering/reading/days.ts'
import { picked } from '#features/inbox/messages/choices.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { isOpenToBot } from '#shared/rules/time/messaging-window.ts'
import { type Closed, closedAt } from '../settings/owner-rules.ts'
import type { Choices } from '../language-model/model-choice.ts'
import { settingsOf } from '../settings/settings.ts'
import { withoutIntroduction } from '#shared/rules/bot/introduction.ts'

export type Turn = {
  workspaceName: string
  knowledgeVersion: number
  source: 'website' | 'facebook' | 'zalo'
  /** null: the bot may speak */
  silent: 'workspace_off' | 'conversation_off' | 'channel_off' | 'window_closed' | null
  heldUntil: Date | null
  contactTypingAt: Date | null
  /** Off in this conversation, even if its pause has expired. */
  paused: boolean
  burst: TurnMessage[]
  /** Unanswered messages too old to be read; the reply counts for them too. */
  earlier: string[]
  history: TurnMessage[]
  settings: BotSettings
  /** in the shop's time zone */
  today: Day
  closed: Closed
  choices: Choices
}
export type TurnMessage = {
  id: string
  seq: number
  author: 'contact' | 'bot' | 'member'
  text: string
  created_at: Date
  attachments: StoredAttachment[]
}
type TurnRow = Omit<TurnMessage, 'created_at'> & {
  created_at: string
  payload: string | null
  choices: string[]
  campaign: boolean
}

type State = {
  name: string
  shop_language: Language
  first_version: number
  knowledge_version: number
  source: Turn['source']
  workspace_off: boolean
  conversation_off: boolean
  channel_off: boolean
  paused: boolean
  bot_held_until: Date | null
  contact_typing_at: Date | null
  last_interaction: Date | null
  ad_entry_at: Date | null
  /** may pay for late replies on Zalo */
  pays: boolean
  time_zone: string
  chosen: Partial<BotSettings> | null
  choices: Choices | null
  latest: TurnRow[] | null
}

const furthestBack = 40
const historyLength = 24

type Ask = <R>(statement: RawBuilder<R>) => Promise<R[]>

export async function readTurn(
  tx: Tx,
  workspaceId: string,
  conversationId: string,
  now: Date,
  lock: boolean,
): Promise<Turn | undefined> {
  // Lock before reading, so that changes made while waiting for the lock are seen.
  if (lock)
    ahead(
      tx,
      sql`select from conversations where workspace_id = ${workspaceId} and id = ${conversationId} for no key update`,
    )
  return readBy(async statement => (await statement.execute(tx)).rows, workspaceId, conversationId, now)
}

export function peekTurn(
  { db }: Platform,
  workspaceId: string,
  conversationId: string,
  now: Date,
): Promise<Turn | undefined> {
  return readBy(statement => db.readAsService(statement), workspaceId, conversationId, now)
}

async function readBy(ask: Ask, workspaceId: string, conversationId: string, now: Date): Promise<Turn | undefined> {
  const [state] = await ask(stateOf(workspaceId, conversationId, now))
  if (!state) return undefined
  const settings = settingsOf(state.chosen)
  const latest = state.latest ?? []
  const messages = withPicked(latest.reverse())
  // Campaign messages are context, not replies.
  const sentToMany = new Set(latest.filter(row => row.campaign).map(row => row.id))
  const lastOut = messages.findLastIndex(({ id, author }) => author !== 'contact' && !sentToMany.has(id))
  const begin = lastOut + 1
  const since = messages.slice(begin)
  return {
    workspaceName: shopNameForCustomers({ ...state, language: state.shop_language }),
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
    paused: state.paused,
    burst: since.filter(message => message.author === 'contact'),
    earlier:
      begin === 0 && messages.length === furthestBack
        ? await earlierThan(ask, workspaceId, conversationId, messages[0])
        : [],
    history: [
      ...messages.slice(Math.max(0, begin - historyLength), begin),
      ...since.filter(message => message.author !== 'contact'),
    ],
    settings,
    today: dayOf(now, state.time_zone),
    closed: closedAt(settings, now, state.time_zone),
    choices: state.choices ?? {},
  }
}

function stateOf(workspaceId: string, conversationId: string, now: Date): RawBuilder<State> {
  const latest = sql`select id, seq, case when origin is null then author else 'bot' end as author, text, created_at, attachments, payload, choices,
      origin is not null as campaign from messages m
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and deleted_at is null and (author <> 'system' or origin is not null)
      and not exists (select from consents o where o.workspace_id = m.workspace_id and o.message_id = m.id and o.how not in ('claim', 'form'))
      and not exists (select from private.test_contacts t where t.workspace_id = m.workspace_id and t.message_id = m.id)
    order by seq desc limit ${furthestBack}`
  return sql<State>`
    select w.name, w.language as shop_language, w.first_version, w.time_zone, w.knowledge_version, v.source, w.bot_status = 'off' or w.deleted_at is not null as workspace_off,
      (v.bot_status = 'off' and (v.bot_off_until is null or v.bot_off_until > ${now})) or v.status = 'closed' as conversation_off,
      v.bot_status = 'off' as paused,
      c.status not in ('connected', 'paused') as channel_off, v.bot_held_until, v.contact_typing_at,
      greatest(v.last_interaction_at, p.last_interaction_at) as last_interaction, p.ad_entry_at,
      exists (select from private.paid_replies a where a.workspace_id = v.workspace_id and a.channel_id = v.channel_id) as pays,
      to_jsonb(s) as chosen,
      (select jsonb_object_agg(purpose, jsonb_build_object('kind', kind, 'base_url', base_url, 'model', model, 'key_end', key_end))
        from private.model_choices where workspace_id = ${workspaceId}) as choices,
      (select jsonb_agg(to_jsonb(l) order by seq desc) from (${latest}) l) as latest
    from conversations v join workspaces w on w.id = v.workspace_id
    join channels c on c.id = v.channel_id and c.workspace_id = v.workspace_id
    cross join lateral (select last_interaction_at, ad_entry_at from contacts
      where workspace_id = v.workspace_id and id = v.contact_id offset 0) p -- by key: a plan made for few contacts is kept
    left join bot_settings s on s.workspace_id = v.workspace_id
    where v.workspace_id = ${workspaceId} and v.id = ${conversationId}`
}

/** For customers who write more than `furthestBack` messages without a reply. */
async function earlierThan(
  ask: Ask,
  workspaceId: string,
  conversationId: string,
  first: TurnMessage | undefined,
): Promise<string[]> {
  const rows = await ask(sql<{ id: string }>`select id from messages
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and deleted_at is null and author = 'contact'
      and seq < ${first?.seq ?? 0} and seq > coalesce((select max(seq) from messages where workspace_id = ${workspaceId}
        and conversation_id = ${conversationId} and deleted_at is null and author in ('bot', 'member')), 0)
    order by seq`)
  return rows.map(row => row.id)
}

function isTooLate(
  { source: kind, last_interaction: lastInteraction, ad_entry_at: adEntry, pays: botPays }: State,
  now: Date,
): boolean {
  return !isOpenToBot({ kind, lastInteraction, adEntry, botPays, now })
}

/** Replaces a picked option (tapped, or typed by number or shortened name) by its full text. */
function withPicked(rows: TurnRow[]): TurnMessage[] {
  return rows.map(({ payload, choices: _offered, campaign: _campaign, created_at: at_, ...row }, at) => {
    const message = { ...row, created_at: new Date(at_) }
    if (message.author !== 'contact') return message
    const asked = rows.slice(0, at).filter(row => row.choices.length > 0)
    const isOpen = rows.slice(0, at).findLast(row => row.author !== 'contact') === asked.at(-1)
    return { ...message, text: picked({ text: message.text, payload }, asked, isOpen) ?? message.text }
  })
}

export function askedWith({ history, settings, today }: Turn) {
  return {
    history: history.map(({ author, text }) => ({
      role: author === 'contact' ? ('customer' as const) : ('bot' as const),
      text: withoutIntroduction(text, settings),
    })),
    threshold: settings.threshold,
    today,
    settings,
  }
}
