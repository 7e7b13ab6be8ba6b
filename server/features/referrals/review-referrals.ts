import { sql } from 'kysely'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskReferral } from '#shared/contracts/referrals.results.ts'
import { lockReferral, type Referral, syncIn } from './sync-commission.ts'

type HeldReferral = WithDates<DeskReferral, 'signed_up_at'>

export async function listHeldReferrals(platform: Platform): Promise<HeldReferral[]> {
  return platform.db
    .readAsService<HeldReferral>(sql`select r.id, w.name as workspace, x.name as referred, r.signed_up_at,
      coalesce((select array_agg(h.reason order by h.reason) from private.referral_holds h
        where h.referral_id = r.id and h.cleared_at is null), '{}') as reasons,
      (select sum(c.amount)::bigint from commissions c where c.referral_id = r.id and c.status = 'held' and c.currency = 'VND') as held_vnd,
      (select sum(c.amount)::bigint from commissions c where c.referral_id = r.id and c.status = 'held' and c.currency = 'USD') as held_usd
    from referrals r left join workspaces w on w.id = r.workspace_id left join workspaces x on x.id = r.referred_id
    where r.status = 'active'
      and exists (select from private.referral_holds h where h.referral_id = r.id and h.cleared_at is null)
      and exists (select from commissions c where c.referral_id = r.id and c.status = 'held')
    order by r.signed_up_at, r.id limit 200`)
}

/** @throws request.not_found, request.conflict */
export async function releaseReferral(platform: Platform, operator: Operator, { id }: { id: string }) {
  return decide(platform, operator, id, 'referral.released', {}, async tx => {
    const { rows } =
      await sql`update private.referral_holds set cleared_at = ${platform.clock.now()}, cleared_by = ${operator.personId}
      where referral_id = ${id} and cleared_at is null returning reason`.execute(tx)
    if (rows.length === 0) throw failure('request.conflict')
  })
}

/**
 * Earned commissions are reversed.
 * @throws request.not_found, request.conflict
 */
export async function refuseReferral(
  platform: Platform,
  operator: Operator,
  { id, reason }: { id: string; reason: string },
) {
  return decide(platform, operator, id, 'referral.refused', { reason }, async (tx, referral) => {
    if (referral.status === 'refused') throw failure('request.conflict')
    await sql`update referrals set status = 'refused' where id = ${id}`.execute(tx)
  })
}

async function decide(
  platform: Platform,
  operator: Operator,
  id: string,
  action: string,
  meta: object,
  run: (tx: Tx, referral: Referral) => Promise<void>,
) {
  return platform.db.asService(null, async tx => {
    const { rows } = await sql`select 1 from referrals where id = ${id}`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    const referral = await lockReferral(platform, tx, id)
    await run(tx, referral)
    await recordOperatorAct(platform, tx, operator, { workspaceId: referral.workspace_id, action, target: id, meta })
    const commissions = await sql<{ order_id: string }>`select order_id from commissions
      where referral_id = ${id} and status <> 'reversed' order by earned_at, id`.execute(tx)
    for (const { order_id } of commissions.rows) await syncIn(platform, tx, id, order_id)
    return {}
  })
}
