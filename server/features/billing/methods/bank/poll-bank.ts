import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { listMovements } from './sepay.ts'
import { takeMovement } from './take-movement.ts'

/** Asks SePay for transfers while somebody waits for one: its own news stop after 33 minutes, and need a way in to us. */
export async function pollBank(platform: Platform): Promise<void> {
  const { SEPAY_API_TOKEN, BANK_ACCOUNT } = platform.config
  if (!SEPAY_API_TOKEN || !BANK_ACCOUNT || !(await somebodyWaits(platform))) return
  await platform.db.asService(null, tx =>
    platform.jobs.enqueue(tx, { kind: 'poll bank', key: 'poll bank', payload: {} }),
  )
}

async function somebodyWaits(platform: Platform): Promise<boolean> {
  const rows = await platform.db.readAsService(
    sql`select 1 from orders where status = 'processing' and method = 'bank' limit 1`,
  )
  return rows.length > 0
}

/** The job that asks. Each movement is taken in by itself: one that fails holds up no other. */
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
