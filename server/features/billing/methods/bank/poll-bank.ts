import { type RawBuilder, sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { listMovements } from './sepay.ts'
import { takeMovement } from './take-movement.ts'

/** An order may still be paid this long after its end. */
const lateMs = days(60)

/** SePay stops notifying after 33 minutes and must be able to reach us, so open orders are polled. */
export async function pollBank(platform: Platform): Promise<void> {
  await pollWhere(platform, sql`status = 'processing'`)
}

/** For money that arrives late or twice. */
export async function pollBankForLate(platform: Platform): Promise<void> {
  await pollWhere(platform, sql`coalesce(settled_at, failed_at) > ${after(platform.clock.now(), -lateMs)}`)
}

async function pollWhere(platform: Platform, waits: RawBuilder<unknown>): Promise<void> {
  const { SEPAY_API_TOKEN, BANK_ACCOUNT } = platform.config
  if (!SEPAY_API_TOKEN || !BANK_ACCOUNT) return
  const rows = await platform.db.readAsService(sql`select 1 from orders where method = 'bank' and ${waits} limit 1`)
  if (rows.length === 0) return
  await platform.db.asService(null, tx =>
    platform.jobs.enqueue(tx, { kind: 'poll bank', key: 'poll bank', payload: {} }),
  )
}

/** Movements are independent: a failure holds up no other. */
export async function readBank(platform: Platform): Promise<void> {
  let failed: unknown
  for (const movement of await listMovements(platform)) {
    try {
      await takeMovement(platform, movement)
    } catch (error) {
      failed = error
    }
  }
  if (failed) throw failed
}
