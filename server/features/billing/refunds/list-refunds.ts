import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskRefund } from '#shared/contracts/operator.results.ts'
import { allMethods } from '../methods.ts'

type OpenRefund = WithDates<DeskRefund, 'requested_at' | 'due_by' | 'settled_at'>
type Row = Omit<OpenRefund, 'by_provider'>

/** How long a provider's own refund is listed. */
const shownMs = days(30)

/** Unfinished refunds and the providers' own ones, oldest first. */
export async function listOpenRefunds(platform: Platform): Promise<OpenRefund[]> {
  const sending = new Set(allMethods().flatMap(method => (method.refund ? method.kind : [])))
  const rows = await platform.db
    .readAsService<Row>(sql`select r.id, w.name as workspace, r.amount, r.currency, r.path, r.status, r.part, r.by_hand, r.reason, r.note, r.usage_ratio,
      r.requested_at, r.due_by, o.method, o.memo_code, o.settled_at,
      coalesce((select jsonb_agg(jsonb_build_object('amount', f.amount, 'currency', f.currency) order by f.id)
        from refunds f where f.goes_with = r.id and f.status = 'requested'), '[]') as together,
      exists (select from private.payment_disputes d where d.order_id = r.order_id and d.closed_at is null) as disputed
    from refunds r join orders o on o.id = r.order_id left join workspaces w on w.id = r.workspace_id
    where r.status in ('approved', 'sent', 'failed') or r.status = 'requested' and r.goes_with is null
      or r.status = 'succeeded' and r.requested_by is null and (r.path = 'review' or r.part) and r.done_at > ${after(platform.clock.now(), -shownMs)}
    order by r.requested_at, r.id limit 200`)
  return rows.map(row => ({ ...row, by_provider: sending.has(row.method) }))
}
