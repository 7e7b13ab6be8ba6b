import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { DeskRefund } from '#shared/contracts/operator.contract.ts'
import { allMethods } from './methods.ts'

type Row = Omit<DeskRefund, 'by_provider'>

/** Refunds that are not over: to be decided, to be sent, on their way, or come back. The eldest first. */
export async function listOpenRefunds(platform: Platform): Promise<DeskRefund[]> {
  const sending = new Set(allMethods().flatMap(method => (method.refund ? method.kind : [])))
  const rows = await platform.db
    .readAsService<Row>(sql`select r.id, w.name as workspace, r.amount, r.currency, r.path, r.status, r.reason, r.note, r.usage_ratio,
      r.requested_at, r.due_by, o.method, o.memo_code, o.settled_at
    from refunds r join orders o on o.id = r.order_id left join workspaces w on w.id = r.workspace_id
    where r.status in ('requested', 'approved', 'sent', 'failed') order by r.requested_at, r.id limit 200`)
  return rows.map(row => ({ ...row, by_provider: sending.has(row.method) }))
}
