import { sql } from 'kysely'
import type { ChannelEvent, MessageEcho } from '#features/channels/channel-events.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { isUuid, newId } from '#platform/ids.ts'
import { after, hours, seconds } from '#platform/clock.ts'
import { storable, storableLine } from '#platform/text/storable-text.ts'
import { botStaysOff } from '../conversations/bot-stays-off.ts'
import { previewOf } from '../messages/preview.ts'
import { openConversation } from './receive-message.ts'
import { type Applied, type Arrival, type LiveConversation, lockLatestConversation } from './arrival.ts'
import { applyEarlyChanges } from './change-message.ts'
import { copyAttachments, storedAttachments } from './copy-attachments.ts'
import { markByTime } from './mark-receipt.ts'
import { passThread } from './pass-thread.ts'

/** How long an echo may precede the answer to its send. */
const holdFor = seconds(10)

type Echo = Arrival<MessageEcho>

/** Our own send, known by mark, id, or customer and text; else a person's reply, which silences the bot. */
export async function saveEcho(arrival: Echo): Promise<Applied> {
  const { platform, tx, channel, event } = arrival
  if (event.standby) await passThread(arrival, event.userId, 'other')
  const conversation = await lockLatestConversation(tx, channel, event.userId)
  if (await isKnown(arrival)) return 'done'
  if (await joinByMetadata(arrival)) return 'done'
  // Our mark but not our message: another installation's, or sent after the backup we were restored from.
  if (event.kind === 'message.echo.own' && event.metadata?.startsWith('out:')) return 'done'
  const inFlight = event.kind === 'message.echo.own' && conversation ? await findInFlight(arrival) : []
  const unsure = inFlight.find(one => ['unsure', 'queued', 'unnumbered'].includes(one.status) && one.same)
  if (unsure) return joined(arrival, unsure.id)
  // A retried send reached the customer twice; neither copy is a person's.
  if (inFlight.some(one => one.status === 'repeated' && one.same)) return 'done'
  const sending = inFlight.filter(one => one.status === 'sending')
  if (sending.length > 0) {
    if (platform.clock.now() < after(arrival.receivedAt, holdFor)) return 'later'
    const ours = sending.find(one => one.same)
    if (ours) return joined(arrival, ours.id)
  }
  await saveMemberReply(arrival, conversation)
  return 'done'
}

async function isKnown({ tx, channel, event }: Echo): Promise<boolean> {
  const { rows } = await sql`update messages set provider_time = coalesce(provider_time, ${event.time})
    where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and external_id = ${event.externalId} returning id`.execute(
    tx,
  )
  if (rows.length > 0) await markByTime(tx, channel, event.externalId)
  return rows.length > 0
}

async function joinByMetadata(arrival: Echo): Promise<boolean> {
  const id = /^out:(.+)$/.exec(arrival.event.metadata ?? '')?.[1]
  return isUuid(id) ? join(arrival, id) : false
}

/** The send's answer may be lost: matched by campaign and customer. */
export async function recordMarketingSent(
  arrival: Arrival<Extract<ChannelEvent, { kind: 'marketing.sent' }>>,
): Promise<void> {
  const { tx, channel, event } = arrival
  const conversation = await lockLatestConversation(tx, channel, event.userId)
  if (!conversation) return
  const { rows } = await sql<{ id: string }>`select m.id from messages m
    join private.message_campaigns p on p.workspace_id = m.workspace_id and p.origin_id = m.origin_id and p.channel_id = m.channel_id
    where m.workspace_id = ${channel.workspaceId} and m.channel_id = ${channel.id} and m.direction = 'out' and m.route = 'facebook.marketing'
      and m.external_id is null and m.sends > 0 and p.external_id = ${event.campaign} and m.conversation_id in (
        select v.id from conversations v where v.workspace_id = ${channel.workspaceId} and v.contact_id = ${conversation.contact_id})
    order by m.created_at limit 1`.execute(tx)
  const echo: MessageEcho = { ...event, kind: 'message.echo.own', text: '', attachments: [] }
  if (rows[0]) await join({ ...arrival, event: echo }, rows[0].id)
}

async function joined(arrival: Echo, id: string): Promise<Applied> {
  await join(arrival, id)
  return 'done'
}

async function join(arrival: Echo, id: string): Promise<boolean> {
  const { platform, tx, channel, event } = arrival
  const { rows } = await sql<{ conversation_id: string; was: string }>`
    with before as (
      select id, status, conversation_id from messages where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id}
        and id = ${id} and direction = 'out' for no key update
    )
    update messages m set external_id = coalesce(m.external_id, ${event.externalId}), provider_time = coalesce(m.provider_time, ${event.time}),
      status = case when m.status in ('queued', 'sending', 'unsure', 'failed', 'held') then 'sent' else m.status end,
      error_code = null, held_reason = null, check_at = null, sent_at = coalesce(m.sent_at, ${platform.clock.now()})
    from before where m.workspace_id = ${channel.workspaceId} and m.id = before.id
    returning m.conversation_id, before.status as was`.execute(tx)
  const message = rows[0]
  if (!message) return false
  if (!['sent', 'delivered', 'read'].includes(message.was)) {
    await platform.jobs.emit(tx, 'message.sent', {
      workspace_id: channel.workspaceId,
      conversation_id: message.conversation_id,
      message_id: id,
      channel_id: channel.id,
    })
    await platform.jobs.enqueue(tx, {
      kind: 'deliver message',
      key: `deliver:${message.conversation_id}`,
      lane: `deliver ${message.conversation_id}`,
      payload: { workspace_id: channel.workspaceId, conversation_id: message.conversation_id },
    })
  }
  await applyEarlyChanges(arrival, event.externalId, 'out')
  return true
}

type InFlight = { id: string; status: 'sending' | 'unsure' | 'queued' | 'repeated' | 'unnumbered'; same: boolean }

const copyWithin = hours(24)

/** Unanswered, id-less or repeated sends, oldest first, and whether the text matches. `queued`: to be retried. */
async function findInFlight({ platform, tx, channel, event }: Echo): Promise<InFlight[]> {
  const { rows } = await sql<{ id: string; status: InFlight['status']; text: string; files: number }>`
    select m.id, case when m.external_id is not null then 'repeated' when m.status in ('sent', 'delivered', 'read') then 'unnumbered' else m.status end as status, m.text,
      jsonb_array_length(m.attachments) as files from messages m
    where m.workspace_id = ${channel.workspaceId} and m.direction = 'out'
      and case when m.external_id is null then m.status in ('sending', 'unsure') or (m.status = 'queued' and m.sends > 0)
          or (m.status in ('sent', 'delivered', 'read') and m.error_code is not null and m.sent_at > ${after(platform.clock.now(), -copyWithin)})
        else (m.may_repeat or m.route = 'facebook.marketing') and m.sent_at > ${after(platform.clock.now(), -copyWithin)} end
      and m.conversation_id in (select v.id from conversations v where v.workspace_id = ${channel.workspaceId} and v.contact_id = (
        select c.id from contacts c where c.workspace_id = ${channel.workspaceId} and c.channel_id = ${channel.id} and c.external_id = ${event.userId}))
    order by m.created_at, m.seq`.execute(tx)
  const text = storableLine(event.text)
  return rows.map(row => ({
    id: row.id,
    status: row.status,
    same: row.files > 0 ? event.attachments.length > 0 : storableLine(row.text) === text,
  }))
}

async function saveMemberReply(arrival: Echo, known: LiveConversation | undefined): Promise<void> {
  const { platform, tx, channel, event } = arrival
  const { workspaceId } = channel
  const conversation = known ?? (await openForPerson(arrival))
  const now = platform.clock.now()
  const text = storable(event.text)
  const attachments = storedAttachments(event.attachments)
  const id = newId()
  const { rows } = await sql`
    with next as (
      update conversations set last_seq = last_seq + 1, last_message_at = ${now}, preview = ${previewOf(text, attachments)}, preview_author = 'member',
        waiting_since = null
      where workspace_id = ${workspaceId} and id = ${conversation.id} returning last_seq
    )
    insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, external_id, text, attachments, status,
      written_in_app, reply_to, provider_time, sent_at, created_at)
    select ${id}, ${workspaceId}, ${conversation.id}, ${channel.id}, last_seq, 'out', 'member', ${event.externalId}, ${text},
      ${JSON.stringify(attachments)}::jsonb, 'sent', true, ${event.replyTo ?? null}, ${event.time}, ${now}, ${now} from next
    returning id`.execute(tx)
  if (rows.length === 0) throw new Error('An echo could not be stored.')
  await pauseFor(arrival, conversation)
  await platform.jobs.emit(tx, 'message.sent', {
    workspace_id: workspaceId,
    conversation_id: conversation.id,
    message_id: id,
    channel_id: channel.id,
  })
  await copyAttachments(arrival, id, attachments)
  await applyEarlyChanges(arrival, event.externalId, 'out')
}

/** From when the person wrote; a hand-over or open-ended pause stays. */
async function pauseFor({ platform, tx, channel, event }: Echo, conversation: LiveConversation): Promise<void> {
  const now = platform.clock.now()
  const until = after(event.time && event.time < now ? event.time : now, botStaysOff)
  if (until <= now || (conversation.bot_status === 'off' && conversation.bot_off_until === null)) return
  await sql`update conversations set bot_status = 'off', bot_off_by = case when bot_status = 'off' then bot_off_by else 'echo' end,
      bot_off_until = greatest(bot_off_until, ${until}::timestamptz)
    where workspace_id = ${channel.workspaceId} and id = ${conversation.id}`.execute(tx)
  if (conversation.bot_status === 'on')
    await platform.jobs.emit(tx, 'bot.paused', {
      workspace_id: channel.workspaceId,
      conversation_id: conversation.id,
      by: 'echo',
    })
}

async function openForPerson({ platform, tx, channel, event }: Echo): Promise<LiveConversation> {
  await openConversation(platform, tx, {
    workspaceId: channel.workspaceId,
    channelId: channel.id,
    source: channel.kind,
    contact: { externalId: event.userId, name: kindOf(channel.kind)?.placeholderName(event.userId) },
  })
  const conversation = await lockLatestConversation(tx, channel, event.userId)
  if (!conversation) throw new Error('A conversation could not be opened.')
  return conversation
}
