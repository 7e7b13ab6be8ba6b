// Random days of shops: people write, agree, refuse, subscribe, turn out to be one, broadcasts start, pause and go on, people enter
// sequences that are edited, a channel is lost, a template withdrawn. Who reads what left the house shares no code with what decided it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '#tests/property-runs.ts'
import { timeline } from './acts.ts'
import { audit } from './auditor.ts'
import { liveDays } from './live-days.ts'

/** They share a database and a clock: most of what it takes is the same for one shop and for many. */
const sideBySide = 12

test('nothing leaves that a stranger at the window would forbid, and nobody who may get it is forgotten', async () => {
  const all = { days: 0, sent: 0, bySequence: 0, paid: 0, billed: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(timeline, { minLength: sideBySide, maxLength: sideBySide }), async shops => {
      for (const story of await liveDays(shops)) {
        all.days++
        const { sent, bySequence, paid, billed } = audit(story)
        all.sent += sent
        all.bySequence += bySequence
        all.paid += paid
        all.billed += billed
      }
    }),
    runs(1),
  )
  assert.ok(all.sent > 10 && all.bySequence > 3 && all.paid > 0 && all.billed > 0, JSON.stringify(all))
})
