import { sql } from 'kysely'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { syncCommission } from './sync-commission.ts'

/** One transaction each; held ones stay held. */
export async function matureCommissions(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.readAsService<{ order_id: string }>(
    sql`select c.order_id from commissions c where c.status = 'pending' and c.matures_at <= ${now}
      and not exists (select from refunds r where r.order_id = c.order_id and r.payment_id is null and not r.part and r.status in ('requested', 'approved', 'sent', 'failed'))
      order by c.matures_at, c.id limit 500`,
  )
  await forEachLogged(platform, 'mature commissions', due, commission => syncCommission(platform, commission))
}
