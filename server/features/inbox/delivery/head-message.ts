import { sql } from 'kysely'
import type { Channel } from '#features/channels/channel.ts'
import type { SentTemplate } from '#features/channels/sending/sending.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { SentButton } from '#shared/rules/campaigns/campaign-buttons.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'

export type Head = {
  id: string
  seq: number
  status: 'queued' | 'sending' | 'unsure'
  author: 'bot' | 'member' | 'system'
  answer_id: string | null
  text: string
  attachments: StoredAttachment[]
  reply_to: string | null
  payload: string | null
  choices: string[]
  buttons: SentButton[]
  sends: number
  tries: number
  may_cost: boolean
  by_hand: boolean
  check_at: Date | null
  created_at: Date
  conversation_id: string
  channel_id: string
  kind: Channel['kind']
  account_id: string
  channel_name: string
  channel_status: Channel['status']
  last_in_at: Date | null
  user_id: string
  contact_id: string
  fields: Record<string, unknown>
  last_interaction: Date | null
  ad_entry_at: Date | null
  workspace_off: boolean
  bot_off: boolean
  bot_off_by: string | null
  bot_held_until: Date | null
  person_spoke: boolean
  failures: number
  restricted_minutes: number
  wait_until: Date | null
  rate: number | null
  /** Null for direct replies; cost in đồng. */
  origin: 'broadcast' | 'sequence' | 'test' | 'ask' | null
  origin_id: string | null
  route: string | null
  cost: number | null
  template: SentTemplate | null
  requests_per_minute: number | null
  /** sent on Zalo since the customer's last act, as it counts them */
  since_act: number
  /** the bot may pay for replies here */
  has_ceiling: boolean
}

/** Messages sent since the customer's last action come last. */
const countedBack = 60

/** Messages go out in conversation order, except that one being sent comes first and campaign messages last. */
export async function readHead(
  tx: Tx,
  workspaceId: string,
  conversationId: string,
  now: Date,
): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    with head as (
      select * from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and direction = 'out'
        and (status in ('queued', 'sending') or (status = 'unsure' and check_at is not null)) order by status <> 'sending' and origin is not null, seq limit 1
    )
    select m.id, m.seq, m.status, m.author, m.answer_id, m.text, m.attachments, m.reply_to, m.payload, m.choices, m.buttons, m.sends, m.tries, m.may_cost, m.by_hand, m.check_at, m.created_at,
      m.conversation_id, m.channel_id, h.kind, h.account_id, h.name as channel_name, h.status as channel_status, h.last_in_at,
      c.external_id as user_id, c.id as contact_id, c.fields, greatest(v.last_interaction_at, c.last_interaction_at) as last_interaction, c.ad_entry_at,
      w.bot_status = 'off' or w.deleted_at is not null as workspace_off,
      v.bot_status = 'off' and (v.bot_off_until is null or v.bot_off_until > ${now}) as bot_off, v.bot_off_by, v.bot_held_until,
      exists (select from messages later where later.workspace_id = m.workspace_id and later.conversation_id = m.conversation_id
        and later.seq > m.seq and later.author = 'member' and later.status <> 'failed') as person_spoke,
      coalesce(p.failures, 0) as failures, coalesce(p.restricted_minutes, 0) as restricted_minutes, p.wait_until,
      case when p.rate_until > ${now} then p.rate end as rate, m.origin, m.origin_id, m.route, m.cost, m.template, l.requests_per_minute,
      case when h.kind = 'zalo' then (select count(*)::int from conversations o join messages x on x.workspace_id = o.workspace_id
          and x.conversation_id = o.id and x.seq > o.last_seq - ${countedBack}::int
        where o.workspace_id = c.workspace_id and o.contact_id = c.id and x.direction = 'out' and x.template is null
          and x.status not in ('queued', 'held', 'failed') and x.id <> m.id
          and coalesce(x.sent_at, x.created_at) > greatest(v.last_interaction_at, c.last_interaction_at)) else 0 end as since_act,
      exists (select from private.paid_replies a where a.workspace_id = m.workspace_id and a.channel_id = m.channel_id) as has_ceiling
    from head m join conversations v on v.workspace_id = m.workspace_id and v.id = m.conversation_id
    join contacts c on c.workspace_id = m.workspace_id and c.id = v.contact_id
    join channels h on h.workspace_id = m.workspace_id and h.id = m.channel_id and h.kind <> 'website'
    join workspaces w on w.id = m.workspace_id
    left join private.channel_pace p on p.workspace_id = m.workspace_id and p.channel_id = m.channel_id
    left join channel_limits l on l.workspace_id = m.workspace_id and l.channel_id = m.channel_id`.execute(tx)
  return rows[0]
}

export function channelOf(workspaceId: string, head: Head): Channel {
  return {
    id: head.channel_id,
    workspaceId,
    kind: head.kind,
    accountId: head.account_id,
    name: head.channel_name,
    status: head.channel_status,
    lastInAt: head.last_in_at,
  }
}
