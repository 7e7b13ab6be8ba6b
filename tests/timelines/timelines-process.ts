// In a process of its own: the test runner tracks every promise, which doubles the time, and V8 can crash when threads of one process open
// and close databases (nodejs/node#64500).
import fc from 'fast-check'
import { timeline } from './acts.ts'
import { audit, type Seen } from './auditor.ts'
import { forgetBegun, liveDays } from './live-days.ts'

/** Those numbered `from` to `until` of the seed's timelines, `sideBySide` at once. */
export type Wanted = { seed: number; from: number; until: number; sideBySide: number }
/** `done`: all before this number are judged. */
export type Report = { seen: Seen[]; done: number } | { wrong: string }

const { seed, from: first, until, sideBySide } = JSON.parse(process.argv[2] ?? '') as Wanted
const shops = fc.sample(timeline, { seed, numRuns: until })
const report = (message: Report) => process.send?.(message)
for (let from = first; from < until; from += sideBySide) {
  const some = shops.slice(from, from + sideBySide)
  const stories = await liveDays(some)
  const seen = stories.flatMap((story, at) => {
    try {
      return [audit(story)]
    } catch (error) {
      report({ wrong: `${(error as Error).stack}\nIn ${JSON.stringify(some[at])}` })
      return []
    }
  })
  report({ seen, done: from + some.length })
}
await forgetBegun()
process.disconnect?.()
