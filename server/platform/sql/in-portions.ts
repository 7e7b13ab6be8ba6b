import type { RawBuilder } from 'kysely'
import type { Platform } from '../platform.ts'

const maxAtOnce = 5000

/** Runs a statement that touches so many rows at most until it finds fewer: nobody waits long behind one of them, and none is cut. */
export async function inPortions(platform: Platform, statement: (most: number) => RawBuilder<unknown>): Promise<void> {
  let touched: bigint | undefined
  do touched = (await platform.db.asService(null, tx => statement(maxAtOnce).execute(tx))).numAffectedRows
  while (touched === BigInt(maxAtOnce))
}
