import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { kindOf } from '#features/channels/kinds.ts'
import type { SendOutcome } from '#features/channels/sending/sending.ts'
import { after, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { FileMissing } from '#platform/files/files.ts'
import type { Platform } from '#platform/platform.ts'
import { channelOf } from './head-message.ts'
import { outgoingFile } from './outgoing-file.ts'
import { counted } from './pace.ts'
import { deliverLater, type InConversation } from './queue-delivery.ts'
import { settleSend } from './settle-send.ts'
import { takeNext, type Taken } from './take-next.ts'
import { tappable } from '../messages/choices.ts'
import { pressable } from '../messages/pressed-button.ts'
import { asksDetails, optInOf } from '../messages/send-message.ts'

type Due = { workspace_id: string; conversation_id: string }

/** Runs in the conversation's lane, never twice at once. A run that died leaves its message `sending`; the next treats it as unsure. */
export async function deliverMessages(platform: Platform, due: Due): Promise<void> {
  const place = { workspaceId: due.workspace_id, conversationId: due.conversation_id }
  const { workspaceId } = place
  for (;;) {
    const taken = await platform.db.asService(workspaceId, async tx => {
      // Lock before reading: what changed during the wait must be seen.
      await sql`select from conversations where workspace_id = ${workspaceId} and id = ${place.conversationId} for no key update`.execute(
        tx,
      )
      await releaseDue(platform, tx, place)
      return takeNext(platform, tx, place)
    })
    if (!taken) return
    const outcome = await counted(platform, taken.head, () => send(platform, workspaceId, taken))
    await retrySettling(() => platform.db.asService(workspaceId, tx => settleSend(platform, tx, place, taken, outcome)))
  }
}

const settleTries = 4
const settleWaitMs = 100

/** Retried, because nothing else knows the send's outcome. */
async function retrySettling(settle: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries < settleTries; tries++) {
    try {
      return await settle()
    } catch {
      await wait(settleWaitMs * 3 ** tries)
    }
  }
  return settle()
}

async function send(platform: Platform, workspaceId: string, { head, permit }: Taken): Promise<SendOutcome> {
  const kind = kindOf(head.kind)
  if (!kind) return { outcome: 'failed', class: 'permanent', code: 'channel.unknown_kind' }
  const [attachment] = head.attachments
  const withText = head.text !== ''
  try {
    const file = attachment && (await outgoingFile(platform, workspaceId, attachment))
    return await kind.send(platform, channelOf(workspaceId, head), {
      messageId: head.id,
      metadata: `out:${head.id}`,
      to: { userId: head.user_id, fields: head.fields },
      author: head.author,
      permit,
      content: file && !withText ? { type: 'file', file } : { type: 'text', text: head.text },
      ...(file && withText && { picture: { key: attachment.file ?? '', file } }),
      ...(head.template && { template: head.template }),
      ...(head.reply_to && { replyTo: head.reply_to }),
      ...(head.payload === asksDetails && { asksDetails: true }),
      ...(head.route === 'facebook.marketing' && {
        marketing: { originId: head.origin_id ?? '', again: head.sends > 1 },
      }),
      ...(head.payload?.startsWith(optInOf('')) && { optIn: head.payload }),
      ...(head.choices.length > 0 && { choices: tappable(head.id, head.choices) }),
      ...(head.buttons.length > 0 && { buttons: pressable(head.id, head.buttons) }),
    })
  } catch (error) {
    if (error instanceof FileMissing) return { outcome: 'failed', class: 'permanent', code: 'channel.file_gone' }
    platform.log.error({ error, message: head.id, kind: head.kind }, 'A send broke off')
    return { outcome: 'unknown' }
  }
}

async function releaseDue(platform: Platform, tx: Tx, place: InConversation): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await sql<{ next: Date | null }>`
    with due as (
      update messages set status = 'queued', held_reason = null, check_at = null
      where workspace_id = ${place.workspaceId} and conversation_id = ${place.conversationId} and status = 'held' and check_at <= ${now}
    )
    select min(check_at) as next from messages where workspace_id = ${place.workspaceId} and conversation_id = ${place.conversationId}
      and status = 'held' and check_at > ${now}`.execute(tx)
  if (rows[0]?.next) await deliverLater(platform, tx, place, rows[0].next)
}

const forgottenAfter = minutes(1)

/** Restores lost delivery jobs: whatever is committed goes out. */
export async function wakeDeliveries(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -forgottenAfter)
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ workspace_id: string; conversation_id: string }>`
      select distinct m.workspace_id, m.conversation_id from messages m
      where m.direction = 'out' and (m.status in ('queued', 'sending') or (m.status in ('unsure', 'held') and m.check_at is not null))
        and coalesce(m.check_at, m.sent_at, m.created_at) < ${before}
        and not exists (select from private.jobs j where j.lane = 'deliver ' || m.conversation_id)
      order by m.conversation_id limit 500`.execute(tx)
    for (const row of rows)
      await deliverLater(platform, tx, { workspaceId: row.workspace_id, conversationId: row.conversation_id })
  })
}
