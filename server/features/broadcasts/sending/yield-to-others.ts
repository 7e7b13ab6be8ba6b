import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '#platform/platform.ts'

/** A batch interrupted by a reply is lost, so batches are small while replies are being sent. */
const sizes = { quiet: 100, busy: 25 }
/** Pause after each batch, as a multiple of its duration. */
const pauses = { quiet: 0.2, busy: 2, postgresql: 1.2 }
const maxWaitMs = 400

export function batchSize({ db }: Platform): number {
  return sizes[db.engine.isQuiet() ? 'quiet' : 'busy']
}

/** @param began when this batch began, by `performance.now()` */
export async function yieldToOthers({ db }: Platform, began: number): Promise<void> {
  const { kind, isQuiet } = db.engine
  const pause = kind === 'postgresql' ? pauses.postgresql : pauses[isQuiet() ? 'quiet' : 'busy']
  await wait(Math.min(maxWaitMs, (performance.now() - began) * pause))
}
