import { setTimeout as wait } from 'node:timers/promises'

/** Customers per batch: a reply waits for one batch at most. */
export const piece = 100
/** Pause after each batch, as a multiple of its duration. */
const times = 1.2
const maxWaitMs = 400

/** @param began when this batch began, by `performance.now()` */
export async function yieldToOthers(began: number): Promise<void> {
  await wait(Math.min(maxWaitMs, (performance.now() - began) * times))
}
