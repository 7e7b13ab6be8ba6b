import { sql } from 'kysely'
import { after, days, hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../../channel.ts'
import { fieldsOf, textOf } from '../../hooks/exact-json.ts'
import { callZalo, dataOf } from '../call-zalo.ts'

/** Used up today: one template's quota, or the account's. */
const templateErrors = new Set([-147, -1472])
const accountErrors = new Set([-144, -1441])

/** Until midnight in Vietnam. */
export async function recordTemplateQuota(platform: Platform, channel: Channel, externalId: string, error: number) {
  if (!templateErrors.has(error) && !accountErrors.has(error)) return
  const local = platform.clock.now().getTime() + hours(7)
  const tomorrow = after(new Date(Math.floor(local / days(1)) * days(1)), days(1) - hours(7))
  await platform.db.asService(channel.workspaceId, tx =>
    sql`update templates set quota_from = ${tomorrow}, quota_left = 0 where workspace_id = ${channel.workspaceId}
      and channel_id = ${channel.id} and (external_id = ${externalId} or ${accountErrors.has(error)})`.execute(tx),
  )
}

type MessageQuota = { left: string; total: string }

/**
 * The consultation messages that the account has left, as stored for the shop. Zalo answers only for somebody who acted in the last
 * seven days, else undefined.
 */
export async function readMessageQuota(
  platform: Platform,
  channel: Channel,
  userId: string,
): Promise<MessageQuota | undefined> {
  const answer = await callZalo(platform, channel, { path: '/v3.0/oa/quota/message', json: { user_id: userId } })
  const reply = fieldsOf(dataOf(answer)?.['cs_reply'])
  const [left, total] = [textOf(reply?.['remain']), textOf(reply?.['total'])]
  if (left === undefined || total === undefined) return undefined
  await recordMessageQuota(platform, channel, { left, total })
  return { left, total }
}

/** A negative total is no limit. */
async function recordMessageQuota(platform: Platform, { workspaceId, id }: Channel, quota: MessageQuota) {
  const isWhole = /^-?\d{1,9}$/
  if (!isWhole.test(quota.left) || !isWhole.test(quota.total)) return
  const isLimited = Number(quota.total) >= 0
  const [left, total] = isLimited ? [Math.max(0, Number(quota.left)), Number(quota.total)] : [null, null]
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, tx =>
    sql`insert into channel_limits (workspace_id, channel_id, source, read_at, replies_left, replies_total, replies_read_at)
      values (${workspaceId}, ${id}, 'plan', ${now}, ${left}, ${total}, ${now})
      on conflict (workspace_id, channel_id) do update set replies_left = excluded.replies_left,
        replies_total = excluded.replies_total, replies_read_at = excluded.replies_read_at`.execute(tx),
  )
}
