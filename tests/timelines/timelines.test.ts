// Random days: consents, merges, broadcasts, sequences, lost channels, template changes. The auditor shares no code with what it checks.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { runs } from '#tests/setup/property-runs.ts'
import type { Report, Wanted } from './timelines-worker.ts'

const { numRuns, seed } = runs(1)
/** Sharing a database and clock makes most of the cost independent of the number of shops. */
const sideBySide = numRuns > 1 ? 48 : 12

test('nothing leaves that a stranger at the window would forbid, and nobody who may get it is forgotten', async () => {
  const all: Record<string, number> = { timelines: 0 }
  const wrong: string[] = []
  const [began, worked] = [performance.now(), process.cpuUsage()]
  const each = (ms: number) => Number((ms / 1000 / (all['timelines'] || 1)).toFixed(3))
  const summary = () => {
    const { user, system } = process.cpuUsage(worked)
    const took = { secondsEach: each(performance.now() - began), workEach: each((user + system) / 1000) }
    return JSON.stringify({ ...all, seed, ...took })
  }
  const worker = liveThem({ seed, many: numRuns * sideBySide, sideBySide })
  worker.on('message', (report: Report) => {
    if ('wrong' in report) {
      if (numRuns > 1) console.log(report.wrong)
      return void wrong.push(report.wrong)
    }
    for (const seen of report.seen)
      for (const [what, count] of Object.entries({ timelines: 1, ...seen })) all[what] = (all[what] ?? 0) + count
    if (numRuns > 1) console.log(summary())
  })
  await once(worker, 'exit')
  assert.deepEqual(wrong, [], summary())
  // A law that never applied proves nothing; some are rare.
  const most = numRuns > 1 ? Object.keys(all) : ['sent', 'bySequence', 'paid', 'billed', 'pricedStep', 'stale', 'due']
  for (const what of most) assert.ok((all[what] ?? 0) > 0, `${what}: ${summary()}`)
  assert.equal(all['timelines'], numRuns * sideBySide)
  console.log(summary())
})

/** Outside the test's context, and with a young generation sized for many short-lived objects. */
function liveThem(workerData: Wanted): Worker {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const resourceLimits = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 2048 }
  return new Worker(new URL('timelines-worker.ts', import.meta.url), { workerData, env, resourceLimits })
}
