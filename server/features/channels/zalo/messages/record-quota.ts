import { sql } from 'kysely'
import { after, days, hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../../channel.ts'

/** Used up today: one template's quota, or the account's. */
const ofTemplate = new Set([-147, -1472])
const ofAccount = new Set([-144, -1441])

/** Until midnight in Vietnam. */
export async function recordTemplateQuota(platform: Platform, channel: Channel, externalId: string, error: number) {
  if (!ofTemplate.has(error) && !ofAccount.has(error)) return
  const local = platform.clock.now().getTime() + hours(7)
  const tomorrow = after(new Date(Math.floor(local / days(1)) * days(1)), days(1) - hours(7))
  await platform.db.asService(channel.workspaceId, tx =>
    sql`update templates set quota_from = ${tomorrow}, quota_left = 0 where workspace_id = ${channel.workspaceId}
      and channel_id = ${channel.id} and (external_id = ${externalId} or ${ofAccount.has(error)})`.execute(tx),
  )
}
