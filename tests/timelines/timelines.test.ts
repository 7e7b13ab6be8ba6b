// Random days of shops: people write, agree, refuse, subscribe, turn out to be one and two again, broadcasts start, pause and go on, are
// changed, copied, cancelled and tried again, people enter sequences that are edited and of which one may spend money, a channel is lost, a
// template withdrawn, or dearer. Who reads what left the house shares no code with what decided it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { runs } from '#tests/setup/property-runs.ts'
import type { Report, Wanted } from './timelines-worker.ts'

const { numRuns, seed } = runs(1)
/** They share a database and a clock: most of what it takes is the same for one shop and for many. */
const sideBySide = numRuns > 1 ? 48 : 12

test('nothing leaves that a stranger at the window would forbid, and nobody who may get it is forgotten', async () => {
  const all: Record<string, number> = { timelines: 0 }
  const wrong: string[] = []
  const [began, worked] = [performance.now(), process.cpuUsage()]
  const each = (ms: number) => Number((ms / 1000 / (all['timelines'] || 1)).toFixed(3))
  const told = () => {
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
    if (numRuns > 1) console.log(told())
  })
  await once(worker, 'exit')
  assert.deepEqual(wrong, [], told())
  // A law that nothing was held against says nothing. Some are rare.
  const most = numRuns > 1 ? Object.keys(all) : ['sent', 'bySequence', 'paid', 'billed', 'pricedStep', 'stale', 'due']
  for (const what of most) assert.ok((all[what] ?? 0) > 0, `${what}: ${told()}`)
  assert.equal(all['timelines'], numRuns * sideBySide)
  console.log(told())
})

/** The thread is none of the test's, and what dies young there is much. */
function liveThem(workerData: Wanted): Worker {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const resourceLimits = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 2048 }
  return new Worker(new URL('timelines-worker.ts', import.meta.url), { workerData, env, resourceLimits })
}
