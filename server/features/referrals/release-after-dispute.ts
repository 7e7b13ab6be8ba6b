import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { clearHistory } from './money-holds.ts'
import { lockReferral, type Referral, syncIn } from './sync-commission.ts'

/** A won dispute counts as none: releases everything it held, also on other orders. */
export async function releaseAfterDispute(
  platform: Platform,
  { workspace_id: id, won }: EventCatalogue['dispute.closed'],
): Promise<void> {
  if (!won) return
  const referrals = await platform.db.readAsService<Referral>(
    sql`select id, workspace_id, referred_id, status from referrals where ${id}::uuid in (workspace_id, referred_id) order by id`,
  )
  for (const { id: referralId } of referrals)
    await platform.db.asService(null, async tx => {
      const referral = await lockReferral(platform, tx, referralId)
      if (!(await clearHistory(platform, tx, referral))) return
      const { rows } = await sql<{ order_id: string }>`select order_id from commissions
        where referral_id = ${referralId} and status = 'held' order by earned_at, id`.execute(tx)
      for (const { order_id } of rows) await syncIn(platform, tx, referralId, order_id)
    })
}
