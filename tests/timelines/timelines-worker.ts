// Lives random days in a thread of its own: the test's own thread watches every promise, which takes as long as the days.
import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { timeline } from './acts.ts'
import { audit, type Seen } from './auditor.ts'
import { forgetBegun, liveDays } from './live-days.ts'

/** `many`: so many, by these dice, so many side by side. */
export type Wanted = { seed: number; many: number; sideBySide: number }
export type Report = { seen: Seen[] } | { wrong: string }

const { seed, many, sideBySide } = workerData as Wanted
const shops = fc.sample(timeline, { seed, numRuns: many })
const report = (message: Report) => parentPort?.postMessage(message)
for (let from = 0; from < shops.length; from += sideBySide) {
  const some = shops.slice(from, from + sideBySide)
  const stories = await liveDays(some)
  report({
    seen: stories.flatMap((story, at) => {
      try {
        return [audit(story)]
      } catch (error) {
        // With the one timeline in which it was.
        report({ wrong: `${(error as Error).stack}\nIn ${JSON.stringify(some[at])}` })
        return []
      }
    }),
  })
}
await forgetBegun()
