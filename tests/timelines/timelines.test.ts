// Random days of shops: people write, agree, refuse, subscribe, turn out to be one, broadcasts start, pause and go on, are changed, copied,
// cancelled and tried again, people enter sequences that are edited and of which one may spend money, a channel is lost, a template
// withdrawn, or dearer. Who reads what left the house shares no code with what decided it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '#tests/setup/property-runs.ts'
import { timeline } from './acts.ts'
import { audit } from './auditor.ts'
import { liveDays } from './live-days.ts'

const { numRuns, ...usual } = runs(1)
/** They share a database and a clock: most of what it takes is the same for one shop and for many. */
const sideBySide = numRuns > 1 ? 48 : 12

test('nothing leaves that a stranger at the window would forbid, and nobody who may get it is forgotten', async () => {
  const all: Record<string, number> = { timelines: 0 }
  const began = performance.now()
  const days = fc.array(timeline, { minLength: sideBySide, maxLength: sideBySide })
  await fc.assert(
    fc.asyncProperty(days, async shops => {
      for (const [at, story] of (await liveDays(shops)).entries()) {
        const seen = auditOf(story, () => JSON.stringify(shops[at]))
        for (const [what, count] of Object.entries({ timelines: 1, ...seen })) all[what] = (all[what] ?? 0) + count
      }
    }),
    { ...usual, numRuns },
  )
  // A law that nothing was held against says nothing. Some are rare.
  const most = numRuns > 1 ? Object.keys(all) : ['sent', 'bySequence', 'paid', 'billed', 'pricedStep', 'stale']
  for (const what of most) assert.ok((all[what] ?? 0) > 0, `${what}: ${JSON.stringify(all)}`)
  console.log(
    JSON.stringify({
      ...all,
      seed: usual.seed,
      secondsEach: (performance.now() - began) / 1000 / (all['timelines'] ?? 1),
    }),
  )
})

/** What was wrong is told with the one timeline in which it was. */
function auditOf(story: Parameters<typeof audit>[0], told: () => string): ReturnType<typeof audit> {
  try {
    return audit(story)
  } catch (error) {
    throw new Error(`In ${told()}`, { cause: error })
  }
}
