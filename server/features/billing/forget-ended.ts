import { sql } from 'kysely'
import { closeWorkspace } from '#features/workspaces/close-workspace.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { dayIn, mailAdmins } from './billing-mails.ts'
import { lockSubscription } from './orders/subscription-lock.ts'

/** Promised in the terms and the privacy page. */
const retentionMs = days(90)
/** days before deletion */
const warnings = [30, 7, 1]
/** If the program stood still: nothing is deleted sooner than this after the first warning. */
const minWarningMs = days(7)
const atOnce = 500

type Ended = { workspace_id: string; ended_at: Date; warned_at: Date | null; notified_days_left: number | null }

/** 90 days after the end, with three warnings; rows go a week later, the books stay. Skips workspaces with money in transit. */
export async function forgetEnded(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    await sql`delete from private.ended_plans e using subscriptions s where s.workspace_id = e.workspace_id
      and s.status not in ('ended', 'expired')`.execute(tx)
    await sql`insert into private.ended_plans (workspace_id, ended_at)
      select s.workspace_id, ${now} from subscriptions s join workspaces w on w.id = s.workspace_id
      where s.status in ('ended', 'expired') and w.kind = 'shop' and w.deleted_at is null
      on conflict (workspace_id) do nothing`.execute(tx)
  })
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await platform.db.readAsService<Ended>(sql`select * from private.ended_plans
      where ended_at <= ${after(now, days(30) - retentionMs)} and workspace_id > ${last} order by workspace_id limit ${atOnce}`)
    await forEachLogged(platform, 'forget ended', rows, ({ workspace_id: id }) =>
      platform.db.asService(id, tx => advanceDeletion(platform, tx, id)),
    )
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) return
    last = end.workspace_id
  }
}

async function advanceDeletion(platform: Platform, tx: Tx, id: string): Promise<void> {
  const now = platform.clock.now()
  const subscription = await lockSubscription(tx, id)
  if (!subscription || !['ended', 'expired'].includes(subscription.status)) return
  const { rows } = await sql<Ended>`select e.* from private.ended_plans e join workspaces w on w.id = e.workspace_id
    where e.workspace_id = ${id} and w.deleted_at is null for update of e`.execute(tx)
  const [ended] = rows
  if (!ended) return
  if (await hasMoneyOnItsWay(tx, id)) {
    await sql`update private.ended_plans set notified_days_left = null, warned_at = null where workspace_id = ${id}`.execute(
      tx,
    )
    return
  }
  const goesAt = new Date(
    Math.max(ended.ended_at.getTime() + retentionMs, (ended.warned_at ?? now).getTime() + minWarningMs),
  )
  if (goesAt <= now) {
    await closeWorkspace(platform, tx, id, { personId: null })
    return
  }
  const step = warnings.filter(one => goesAt.getTime() - now.getTime() <= days(one)).at(-1)
  if (step === undefined || (ended.notified_days_left !== null && ended.notified_days_left <= step)) return
  await sql`update private.ended_plans set notified_days_left = ${step}, warned_at = coalesce(warned_at, ${now})
    where workspace_id = ${id}`.execute(tx)
  await mailAdmins(platform, tx, id, 'forgetting', ({ language, timeZone }) => ({
    values: { date: dayIn(goesAt, language, timeZone) },
    path: '/payment',
  }))
}

async function hasMoneyOnItsWay(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from orders where workspace_id = ${id} and status = 'processing'
    union all select 1 from refunds where workspace_id = ${id} and status in ('requested', 'approved', 'sent', 'failed')
    union all select 1 from private.payment_disputes where workspace_id = ${id} and closed_at is null
    union all select 1 from private.ledger_accounts where owner_id = ${id}
      and kind in ('user_pending', 'user_available', 'user_withdrawing', 'order_held') and balance > 0 limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
