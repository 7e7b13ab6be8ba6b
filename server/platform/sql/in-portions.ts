import type { RawBuilder } from 'kysely'
import type { Platform } from '../platform.ts'

const maxAtOnce = 5000

/** Repeats until a portion is not full, so that nobody waits long and no statement hits the time limit. */
export async function inPortions(platform: Platform, statement: (max: number) => RawBuilder<unknown>): Promise<void> {
  let touched: bigint | undefined
  do touched = (await platform.db.asService(null, tx => statement(maxAtOnce).execute(tx))).numAffectedRows
  while (touched === BigInt(maxAtOnce))
}
