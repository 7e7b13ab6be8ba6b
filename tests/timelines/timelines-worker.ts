// In its own thread: the test runner tracks every promise, which doubles the time.
import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { timeline } from './acts.ts'
import { audit, type Seen } from './auditor.ts'
import { forgetBegun, liveDays } from './live-days.ts'

/** `many` timelines from the seed, `sideBySide` at once. */
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
        report({ wrong: `${(error as Error).stack}\nIn ${JSON.stringify(some[at])}` })
        return []
      }
    }),
  })
}
await forgetBegun()
