import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { methodOf } from '../methods.ts'
import { type RefusedPayment, refusedColumns } from './refused-payments.ts'

/** Where the provider cannot return it, it waits for an operator. */
export async function returnRefused(platform: Platform, { refused_id: id }: { refused_id: string }): Promise<void> {
  const [payment] = await platform.db.readAsService<RefusedPayment>(
    sql`select ${refusedColumns} from private.refused_payments where id = ${id} and returned_at is null`,
  )
  if (payment) await methodOf(payment.method).returnRefused?.(platform, payment)
}
