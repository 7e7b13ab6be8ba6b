import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { markChannelLost } from '#features/channels/connections/mark-channel-lost.ts'
import { noQuota, type SendOutcome } from '#features/channels/sending/sending.ts'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { applyEarlyChanges } from '../arrivals/change-message.ts'
import { channelOf, type Head } from './head-message.ts'
import { fail, hold } from './hold-message.ts'
import { allIsWell, countFailure, pauseChannel, slowDown } from './pace.ts'
import { giveBackPaidReply } from './paid-replies.ts'
import type { InConversation } from './queue-delivery.ts'
import { markUnsure, type Taken } from './take-next.ts'

type Failed = Extract<SendOutcome, { outcome: 'failed' }>

const retryAfter = [seconds(5), seconds(30), minutes(2), minutes(10)]
const maxRetryTime = hours(24)
const unreachableAfter = 3

/** The echo may have settled it already. */
export async function settleSend(
  platform: Platform,
  tx: Tx,
  place: InConversation,
  taken: Taken,
  outcome: SendOutcome,
): Promise<void> {
  const { workspaceId, conversationId } = place
  await sql`select from conversations where workspace_id = ${workspaceId} and id = ${conversationId} for no key update`.execute(
    tx,
  )
  if (outcome.outcome === 'sent') return settleSent(platform, tx, place, taken, outcome)
  const { rows } = await sql`select from messages where workspace_id = ${workspaceId} and id = ${taken.head.id}
    and status = 'sending' and attempt_id = ${taken.attemptId}`.execute(tx)
  if (rows.length === 0) return
  if (outcome.outcome === 'unknown') {
    await countFailure(platform, tx, workspaceId, taken.head.channel_id)
    return markUnsure(platform, tx, place, taken.head)
  }
  await settleFailed(platform, tx, place, taken.head, outcome)
  await giveBackPaid(tx, workspaceId, taken)
}

/** The month's row is locked last, as when it is taken. */
async function giveBackPaid(tx: Tx, workspaceId: string, { head, paid }: Taken): Promise<void> {
  if (!paid) return
  await giveBackPaidReply(tx, { workspaceId, channelId: head.channel_id }, paid.price, paid.at)
  await sql`update messages set cost = greatest(0, cost - ${paid.price}::bigint) where workspace_id = ${workspaceId} and id = ${head.id}`.execute(
    tx,
  )
}

async function settleSent(
  platform: Platform,
  tx: Tx,
  { workspaceId, conversationId }: InConversation,
  taken: Taken,
  outcome: Extract<SendOutcome, { outcome: 'sent' }>,
): Promise<void> {
  const { head } = taken
  const { externalId } = outcome
  const doubt = outcome.externalId === null ? outcome.code : null
  const now = platform.clock.now()
  // The id may already be on a row made from our echo; two rows never share it.
  const { rows } = await sql<{ was: string | null }>`
    with before as (select status from messages where workspace_id = ${workspaceId} and id = ${head.id})
    update messages m set status = case
        when m.status not in ('sending', 'unsure', 'queued') then m.status
        when v.read_up_to >= coalesce(m.provider_time, m.sent_at) then 'read'
        when v.delivered_up_to >= coalesce(m.provider_time, m.sent_at) then 'delivered' else 'sent' end,
      external_id = coalesce(m.external_id, case when not exists (select from messages o where o.workspace_id = ${workspaceId}
        and o.channel_id = ${head.channel_id} and o.external_id = ${externalId}) then ${externalId}::text end),
      check_at = null, quota_type = coalesce(${outcome.quotaType ?? null}, m.quota_type), error_code = case when m.external_id is null then ${doubt}::text end
    from conversations v where v.workspace_id = m.workspace_id and v.id = m.conversation_id
      and m.workspace_id = ${workspaceId} and m.id = ${head.id}
    returning (select status from before) as was`.execute(tx)
  await allIsWell(tx, workspaceId, head)
  await sql`update channels set last_out_at = ${now} where workspace_id = ${workspaceId} and id = ${head.channel_id}
    and (last_out_at is null or last_out_at < ${after(now, -seconds(30))})`.execute(tx)
  if (outcome.quotaType && outcome.quotaType !== noQuota) await giveBackPaid(tx, workspaceId, taken)
  if (!['sending', 'unsure', 'queued'].includes(rows[0]?.was ?? '')) return
  if (externalId !== null)
    await applyEarlyChanges({ platform, tx, channel: channelOf(workspaceId, head), receivedAt: now }, externalId, 'out')
  await platform.jobs.emit(tx, 'message.sent', {
    workspace_id: workspaceId,
    conversation_id: conversationId,
    message_id: head.id,
    channel_id: head.channel_id,
  })
}

async function settleFailed(
  platform: Platform,
  tx: Tx,
  place: InConversation,
  head: Head,
  failed: Failed,
): Promise<void> {
  const { workspaceId } = place
  const now = platform.clock.now()
  platform.log.warn(
    { message: head.id, channel: head.channel_id, class: failed.class, code: failed.code, detail: failed.detail },
    'A message was not taken',
  )
  switch (failed.class) {
    case 'retry':
      return retry(platform, tx, workspaceId, head, failed)
    case 'rate_limited': {
      const until = failed.retryAt ?? after(now, minutes(1))
      await slowDown(platform, tx, workspaceId, head, until)
      return again(platform, tx, workspaceId, head, failed.code, until)
    }
    case 'reauthorize':
      await markChannelLost(platform, tx, channelOf(workspaceId, head), failed.code)
      if (head.origin) return again(platform, tx, workspaceId, head, failed.code, null)
      await saveErrorCode(tx, workspaceId, head, failed.code)
      return hold(platform, tx, workspaceId, head, 'channel')
    case 'window_closed':
      // The platform knows better how long an ad keeps the window open.
      await sql`update contacts set ad_entry_at = null where workspace_id = ${workspaceId} and id = ${head.contact_id}`.execute(
        tx,
      )
      if (head.origin) return fail(platform, tx, workspaceId, head, failed.code)
      await saveErrorCode(tx, workspaceId, head, failed.code)
      return hold(platform, tx, workspaceId, head, 'window_closed')
    case 'recipient_unreachable':
      await countUnreachable(platform, tx, workspaceId, head)
      return fail(platform, tx, workspaceId, head, failed.code)
    case 'page_restricted':
      await pauseChannel(platform, tx, workspaceId, head, failed.code)
      return again(platform, tx, workspaceId, head, failed.code, null)
    case 'permanent':
      return fail(platform, tx, workspaceId, head, failed.code)
    case 'later':
      if (head.origin)
        return again(platform, tx, workspaceId, head, failed.code, failed.retryAt ?? after(now, hours(1)))
      await saveErrorCode(tx, workspaceId, head, failed.code)
      return hold(platform, tx, workspaceId, head, 'quota', failed.retryAt ?? after(now, hours(1)))
  }
}

async function saveErrorCode(tx: Tx, workspaceId: string, head: Head, code: string): Promise<void> {
  await sql`update messages set error_code = ${code} where workspace_id = ${workspaceId} and id = ${head.id}`.execute(
    tx,
  )
}

async function retry(platform: Platform, tx: Tx, workspaceId: string, head: Head, failed: Failed): Promise<void> {
  await countFailure(platform, tx, workspaceId, head.channel_id)
  const wait = retryAfter[head.tries]
  if (wait === undefined) return fail(platform, tx, workspaceId, head, failed.code)
  const now = platform.clock.now()
  const jittered = after(now, wait + randomInt(Math.ceil(wait / 5)))
  const until = failed.retryAt && failed.retryAt > jittered ? failed.retryAt : jittered
  await sql`update messages set tries = tries + 1 where workspace_id = ${workspaceId} and id = ${head.id}`.execute(tx)
  await again(platform, tx, workspaceId, head, failed.code, until)
}

/** Certainly not sent, so the attempt does not count. */
async function again(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  head: Head,
  code: string,
  until: Date | null,
): Promise<void> {
  if (platform.clock.now() > after(head.created_at, maxRetryTime)) return fail(platform, tx, workspaceId, head, code)
  await sql`update messages set status = 'queued', sends = sends - 1, check_at = ${until}, error_code = ${code}
    where workspace_id = ${workspaceId} and id = ${head.id}`.execute(tx)
}

async function countUnreachable(platform: Platform, tx: Tx, workspaceId: string, head: Head): Promise<void> {
  // All of the customer's in the common order: a refusal is recorded for each of them.
  await sql`select from contacts where workspace_id = ${workspaceId} and customer_id = (
    select customer_id from contacts where workspace_id = ${workspaceId} and id = ${head.contact_id})
    order by id for no key update`.execute(tx)
  const { rows } = await sql<{
    unreachable_count: number
  }>`update contacts set unreachable_count = unreachable_count + 1,
      unreachable_at = case when unreachable_count + 1 >= ${unreachableAfter} then coalesce(unreachable_at, ${platform.clock.now()}) end
    where workspace_id = ${workspaceId} and id = ${head.contact_id} returning unreachable_count`.execute(tx)
  if (rows[0]?.unreachable_count === unreachableAfter)
    await platform.jobs.emit(tx, 'contact.unreachable', {
      workspace_id: workspaceId,
      contact_id: head.contact_id,
      channel_id: head.channel_id,
    })
}
