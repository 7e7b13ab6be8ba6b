import { sql } from 'kysely'
import { pressedButton } from '#features/inbox/messages/pressed-button.ts'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { after, hours, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { answersWithin } from '#shared/rules/campaigns/sending-times.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import type { Language } from '#shared/words.ts'

/** Milliseconds between the last message of a burst and the reply. */
const defaultDelay = { website: 800, facebook: 3000, zalo: 3000 }
/** The longest a burst's first message waits. */
const maxWait = seconds(10)

type State = {
  source: 'website' | 'facebook' | 'zalo'
  silent: boolean
  team: boolean
  is_confirmed: boolean
  pressed: { sequence_id: string | null; tag_id: string | null } | null
  language: Language
  reply_delay_ms: number | null
}

/** Replies to a broadcast are left to the team this long, if its author chose so. */
const teamHas = hours(24)

function forTeam(now: Date) {
  return sql`coalesce((select b.on_reply = 'team' and r.answered_at is null from private.broadcast_recipients r
    join broadcasts b on b.workspace_id = r.workspace_id and b.id = r.broadcast_id
    where r.workspace_id = v.workspace_id and r.contact_id = v.contact_id and r.sent_at > ${after(now, -answersWithin)}
    order by r.sent_at desc limit 1), false)`
}

/** Further messages postpone the answer and never add another. Runs in the transaction that stores the message, so none is forgotten. */
export async function consider(
  platform: Platform,
  tx: Tx,
  received: EventCatalogue['message.received'],
): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: conversationId } = received
  const now = platform.clock.now()
  // Opting out or in, and a request about their data, have been confirmed already.
  const whereMessage = sql`where workspace_id = ${workspaceId} and message_id = ${received.message_id}`
  const isConfirmed = sql`(${received.opt_out_intent === 'none' ? sql`false` : sql`exists (select from consents ${whereMessage})`}
    or ${
      received.data_request_intent === 'none'
        ? sql`false`
        : sql`exists (select from data_requests
      where workspace_id = ${workspaceId} and (message_id = ${received.message_id} or again_message_id = ${received.message_id}))`
    })`
  // A button that starts a sequence or tags needs no answer.
  const pressed = sql`(select jsonb_build_object('sequence_id', s.id, 'tag_id', g.id)
    from (${pressedButton(workspaceId, received.message_id, now)}) p
    left join sequences s on s.workspace_id = ${workspaceId} and s.id::text = p.button ->> 'sequence_id' and s.status = 'active'
    left join tags g on g.workspace_id = ${workspaceId} and g.id::text = p.button ->> 'tag_id' where num_nonnulls(s.id, g.id) = 1)`
  const { rows } = await sql<State>`
    with state as (
      select v.source, v.waiting_since, c.last_in_at, s.reply_delay_ms, ${isConfirmed} as is_confirmed, ${pressed} as pressed, coalesce(v.language, w.language) as language,
        (w.bot_status = 'off' or (v.bot_status = 'off' and (v.bot_off_until is null or v.bot_off_until > ${now}))) as silent, ${forTeam(now)} as team
      from conversations v join workspaces w on w.id = v.workspace_id join channels c on c.id = v.channel_id and c.workspace_id = v.workspace_id
      left join bot_settings s on s.workspace_id = v.workspace_id
      where v.workspace_id = ${workspaceId} and v.id = ${conversationId}
    ), seen as (
      update channels set last_in_at = ${now} where workspace_id = ${workspaceId} and id = ${received.channel_id}
        and exists (select from state where last_in_at is null or last_in_at <= ${after(now, -seconds(30))})
    ), waits as (
      update conversations v set waiting_since = coalesce(v.waiting_since, ${now}), bot_status = case when silent then v.bot_status else 'off' end,
          bot_off_by = case when silent then v.bot_off_by else 'hand_over' end,
          bot_off_until = case when silent then v.bot_off_until else ${after(now, teamHas)}::timestamptz end
        from state where v.workspace_id = ${workspaceId} and v.id = ${conversationId}
          and not is_confirmed and pressed is null and ((silent and state.waiting_since is null) or (team and not silent))
    )
    select source, silent, team, is_confirmed, pressed, language, reply_delay_ms from state`.execute(tx)
  const state = rows[0]
  if (state?.pressed && !state.is_confirmed) {
    const place = { workspace_id: workspaceId, conversation_id: conversationId }
    await platform.jobs.emit(tx, 'button.pressed', { ...place, ...state.pressed })
    const text = customersTexts(state.language).noted
    await sendMessage(platform, tx, { workspaceId, conversationId, author: 'system', text })
    return
  }
  if (!state || state.silent || state.is_confirmed) return
  if (state.team) {
    const talk = { workspace_id: workspaceId, conversation_id: conversationId }
    await platform.jobs.emit(tx, 'bot.paused', { ...talk, by: 'hand_over' })
    await platform.jobs.emit(tx, 'person.wanted', { ...talk, reason: 'campaign' })
    return
  }
  await platform.jobs.enqueue(tx, {
    kind: 'answer',
    key: `answer:${conversationId}`,
    lane: `answer ${conversationId}`,
    payload: { workspace_id: workspaceId, conversation_id: conversationId },
    runAt: after(now, state.reply_delay_ms ?? defaultDelay[state.source]),
    latestMs: maxWait,
  })
}
