import fc from 'fast-check'

/** The first two are open on the screens. */
export const talksOpen = 12

export type Write =
  | {
      do: 'reply' | 'hear' | 'note' | 'drop note' | 'tag' | 'untag' | 'drop tag' | 'turn' | 'read'
      talk: number
      by: number
    }
  | { do: 'assign'; talk: number; by: number; to: number }
type Round = { before: Write[]; after: Write[]; end: 'nothing' | 'wait' | 'deeper' | 'restart' | 'lost-wake-up' }

const talk = fc.nat(talksOpen - 1)
const by = fc.nat(1)
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    do: fc.constantFrom('reply', 'hear', 'hear', 'note', 'note', 'drop note', 'tag', 'tag', 'untag', 'turn', 'read'),
    // Mostly the conversations open on the screens.
    talk: fc.oneof(fc.nat(1), talk),
    by,
  }),
  fc.record({ do: fc.constant('drop tag' as const), talk, by }),
  fc.record({ do: fc.constant('assign' as const), talk: fc.oneof(fc.nat(1), talk), by, to: fc.nat(2) }),
)
const writes = fc.array(write, { minLength: 1, maxLength: 3 })
const round: fc.Arbitrary<Round> = fc.record({
  before: fc.array(write, { maxLength: 2 }),
  after: writes,
  end: fc.oneof(
    { weight: 10, arbitrary: fc.constant('nothing' as const) },
    { weight: 6, arbitrary: fc.constant('wait' as const) },
    { weight: 2, arbitrary: fc.constant('deeper' as const) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
    { weight: 1, arbitrary: fc.constant('lost-wake-up' as const) },
  ),
})

export function teamStory(rounds: number): Round[] {
  const whole = fc.array(round, { minLength: rounds, maxLength: rounds })
  return fc.sample(whole, { seed: 20_261_122, numRuns: 1 })[0] ?? []
}
