// All methods and events in any order, repeated, late or lost, with crashes: books and plan match the providers in the end.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { runs } from '#tests/setup/property-runs.ts'
import { chains, deaths, type Happening, happenings } from './story/money-events.ts'
import { beginStory, type MoneyDesk, openMoneyDesk } from './story/money-desk.ts'
import { happen, settleDown } from './story/money-story.ts'
import { stateOf, untruths } from './story/money-invariants.ts'
import { withCrashes, survive } from './story/crash-points.ts'

describe('money by every method, in any order', () => {
  let desk: MoneyDesk
  before(async () => {
    desk = await openMoneyDesk()
  })
  after(() => desk.closeAll())

  async function live(stories: fc.Arbitrary<Happening[]>): Promise<void> {
    await fc.assert(
      fc.asyncProperty(stories, deaths, fc.infiniteStream(fc.nat(100)), async (events, ends, dice) => {
        const story = await beginStory(desk)
        await withCrashes(desk.platform.db, ends, async () => {
          for (const what of events) {
            await survive(() => happen(desk, story, what))
            if ((dice.next().value ?? 0) % 3 > 0) await survive(() => desk.settle())
          }
        })
        await settleDown(desk)
        assert.deepEqual(await untruths(desk, story), [])
        const before = await stateOf(desk, story)
        for (const { id } of desk.stripe.world.events.slice(-40)) await desk.sim(desk.stripe, 'resend', { event: id })
        for (const which of [0, 1, 2, 3])
          for (const apart of [null, 5]) await happen(desk, story, { kind: 'tell again', which, apart })
        await desk.settle()
        assert.deepEqual(await stateOf(desk, story), before)
      }),
      runs(8),
    )
  }

  test('comes to what the providers say, and telling it all again changes nothing', () => live(happenings))

  test('of a plan and all that was paid for it since, refunds take only what their order paid for', () => live(chains))
})
