import { setTimeout as wait } from 'node:timers/promises'

/** So many customers in one piece of work on all of them: a reply that comes in between waits for one piece at most. */
export const piece = 100
/** After each piece the database belongs to others for so many times as long. */
const times = 1.2
const longest = 400

/** @param began when the piece that is done now began, by `performance.now()` */
export async function yieldToOthers(began: number): Promise<void> {
  await wait(Math.min(longest, (performance.now() - began) * times))
}
