import { sql } from 'kysely'
import { readingLane } from '#features/channels/hooks/accept-hook.ts'
import { kindOf } from '#features/channels/kinds.ts'
import type { Sending } from '#features/channels/sending/sending.ts'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { type Head, readHead } from './head-message.ts'
import { hold } from './hold-message.ts'
import { maySend, type Permission } from './may-send.ts'
import { waitForPace } from './pace.ts'
import { takePaidReply } from './paid-replies.ts'
import { deliverLater, type InConversation } from './queue-delivery.ts'

export const echoWithin = seconds(30)
const readingRecheck = seconds(2)

export type Taken = {
  head: Head
  attemptId: string
  permit: Sending['permit']
  /** đồng of the bot's ceiling, taken at that time */
  paid?: { price: number; at: Date } | undefined
}

/** Commits `sending` before anything leaves. undefined: nothing now; later work is queued. The caller holds the conversation's lock. */
export async function takeNext(platform: Platform, tx: Tx, place: InConversation): Promise<Taken | undefined> {
  const { workspaceId, conversationId } = place
  for (;;) {
    const now = platform.clock.now()
    const head = await readHead(tx, workspaceId, conversationId, now)
    if (!head) return undefined
    if (head.status === 'sending') return becomeUnsure(platform, tx, place, head)
    if (head.check_at && head.check_at > now) return deliverLater(platform, tx, place, head.check_at)
    if (head.status === 'unsure') {
      if (await hasUnread(tx, head)) return deliverLater(platform, tx, place, after(now, readingRecheck))
      await decideUnsure(platform, tx, place, head)
      continue
    }
    const isAsked = head.origin && head.origin !== 'test'
    const permission = isAsked
      ? await askAgain(platform, tx, workspaceId, head)
      : trialOr(head, maySend(platform, head))
    if (!permission) continue
    if ('held' in permission) {
      await hold(platform, tx, workspaceId, head, permission.held)
      continue
    }
    if ('wait' in permission) return deliverLater(platform, tx, place, permission.wait)
    const wait = await waitForPace(platform, tx, workspaceId, head)
    if (wait) return deliverLater(platform, tx, place, wait)
    const price = 'fromCeiling' in permission && permission.fromCeiling ? platform.config.ZALO_PAID_REPLY_VND : 0
    const payer = { workspaceId, channelId: head.channel_id }
    if (price > 0 && !(await takePaidReply(platform, tx, payer, price))) {
      await hold(platform, tx, workspaceId, head, 'paid_limit')
      continue
    }
    const attemptId = newId()
    const costs = price > 0 ? sql`, cost = coalesce(cost, 0) + ${price}::bigint, cost_basis = 'listed'` : sql``
    await sql`update messages set status = 'sending', attempt_id = ${attemptId}, sends = sends + 1, sent_at = ${now}, check_at = null, error_code = null${costs}
      where workspace_id = ${workspaceId} and id = ${head.id}`.execute(tx)
    const { route = head.route } = permission
    return {
      ...{ head: { ...head, route, sends: head.sends + 1 }, attemptId, permit: permission.permit },
      paid: price > 0 ? { price, at: now } : undefined,
    }
  }
}

function trialOr(head: Head, permission: Permission): Permission {
  const needsWindow = 'held' in permission && ['window_closed', 'confirmation_needed'].includes(permission.held)
  return needsWindow && head.template?.trialTo !== undefined ? { permit: 'response' } : permission
}

/** Campaign messages are rechecked in the sending transaction; listeners may withdraw them. undefined: withdrawn. */
async function askAgain(platform: Platform, tx: Tx, workspaceId: string, head: Head): Promise<Permission | undefined> {
  await platform.jobs.emit(tx, 'campaign.due', {
    workspace_id: workspaceId,
    conversation_id: head.conversation_id,
    message_id: head.id,
    channel_id: head.channel_id,
    origin: head.origin ?? '',
  })
  const { rows } = await sql<{
    cost: number | null
    route: string | null
  }>`select cost, route from messages where workspace_id = ${workspaceId} and id = ${head.id}
    and status = 'queued'`.execute(tx)
  return rows[0] && { permit: rows[0].cost ? 'paid' : 'response', route: rows[0].route }
}

/** The sending process died, perhaps after sending: never resend blindly. */
async function becomeUnsure(platform: Platform, tx: Tx, place: InConversation, head: Head): Promise<undefined> {
  await markUnsure(platform, tx, place, head)
  await deliverLater(platform, tx, place, head.sends < 2 ? after(platform.clock.now(), echoWithin) : undefined)
}

/** The first time the echo is awaited; the second time a person decides. */
export async function markUnsure(
  platform: Platform,
  tx: Tx,
  { workspaceId, conversationId }: InConversation,
  head: Pick<Head, 'id' | 'sends' | 'channel_id'>,
): Promise<void> {
  const checkAt = head.sends < 2 ? after(platform.clock.now(), echoWithin) : null
  const { rows } = await sql`update messages set status = 'unsure', check_at = ${checkAt}
    where workspace_id = ${workspaceId} and id = ${head.id} and status = 'sending' returning id`.execute(tx)
  if (rows.length > 0 && !checkAt)
    await notifyUnsure(platform, tx, workspaceId, { ...head, conversation_id: conversationId })
}

async function notifyUnsure(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  head: Pick<Head, 'id' | 'channel_id' | 'conversation_id'>,
): Promise<void> {
  await platform.jobs.emit(tx, 'message.unsure', {
    workspace_id: workspaceId,
    conversation_id: head.conversation_id,
    message_id: head.id,
    channel_id: head.channel_id,
  })
}

async function leaveUnsure(platform: Platform, tx: Tx, workspaceId: string, head: Head): Promise<void> {
  await sql`update messages set check_at = null where workspace_id = ${workspaceId} and id = ${head.id}`.execute(tx)
  await notifyUnsure(platform, tx, workspaceId, head)
}

async function hasUnread(tx: Tx, head: Head): Promise<boolean> {
  const lane = readingLane(head.kind, head.account_id, head.user_id)
  const { rows } = await sql`select from private.jobs where lane = ${lane} limit 1`.execute(tx)
  return rows.length > 0
}

/** No echo: resent once; `may_repeat` tells the team where the platform's echoes prove nothing. */
async function decideUnsure(platform: Platform, tx: Tx, { workspaceId }: InConversation, head: Head): Promise<void> {
  const mayRepeat = kindOf(head.kind)?.echoesMetadata !== true
  // Campaign messages are not risked twice.
  if (mayRepeat && head.origin) return leaveUnsure(platform, tx, workspaceId, head)
  await sql`update messages set status = 'queued', check_at = null, may_repeat = may_repeat or ${mayRepeat}
    where workspace_id = ${workspaceId} and id = ${head.id}`.execute(tx)
  platform.log.warn({ message: head.id, channel: head.channel_id }, 'A message is sent once more: no echo came')
}
