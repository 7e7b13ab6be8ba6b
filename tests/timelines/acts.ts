import fc from 'fast-check'
import { minutes } from '#platform/clock.ts'

export const step = minutes(10)
/** u: Messenger, z: Zalo, w: the website. */
export const people = ['u0', 'u1', 'u2', 'u3', 'z0', 'z1', 'w0', 'w1'] as const
export type Who = (typeof people)[number]
export const kinds = ['facebook', 'zalo', 'website'] as const
export const kindOfWho = (who: string) => (who.startsWith('u') ? 'facebook' : who.startsWith('z') ? 'zalo' : 'website')

/** Their indexes appear in their messages; the last uses a template that Zalo bills. */
export const broadcasts = ['promotion', 'promotion', 'care', 'promotion'] as const
/** Two messages, hours apart, numbered after the broadcasts; the fourth starts with the template, and its text may cost. */
export const sequences = [
  ['care', 'promotion'],
  ['promotion', 'care'],
  ['care', 'promotion'],
  ['promotion', 'service'],
  ['service', 'care'],
  ['service', 'promotion'],
] as const
export const pricedSequence = 3
/** Started by what the team confirms; the others by hand. */
export const afterConfirmed = { order: 4, booking: 5 } as const
export type Confirmed = keyof typeof afterConfirmed
/** Confirmed đồng, per message and for the sequence per month. */
export const confirmed = { broadcast: 300, sequence: 200, inMonth: 250 }
export const numberOf = (sequence: number, message: number) => broadcasts.length + sequence * 2 + message
/** Number in the messages of a broadcast's one copy, sent to those it did not reach. */
export const copyOf = (broadcast: number) => numberOf(sequences.length, broadcast)
/** Has a second text, which half of the customers get. */
export const twoTexts = 1
export const secondText = 'kiểu hai'
export const purposes = [...broadcasts, ...sequences.flat(), ...broadcasts]
export const byTemplate: readonly number[] = [3, numberOf(pricedSequence, 0), copyOf(3)]
/** In đồng; more than the sequence may spend once the price is higher, always less than the broadcast. */
export const prices = { normal: 200, higher: 250 }

/** Messages of the trial; a refill allows as many again. */
export const planHolds = 50
/** What an admin may set while campaigns run: hours on the shop's clock, messages of a purpose in 24 hours. */
export const rules = {
  usual: { from: 8, until: 21, perDay: 1, label: true },
  narrow: { from: 10, until: 16, perDay: 1, label: false },
  often: { from: 8, until: 21, perDay: 2, label: true },
} as const

export type Act =
  | { is: 'writes' | 'agrees' | 'refuses' | 'subscribes' | 'stops' | 'unfollows' | 'parted' | 'erased'; who: Who }
  /** asks: an order, a booking, that the bot only notes */
  | { is: 'asks' | 'confirmed'; who: Who; what: Confirmed }
  | { is: 'merged'; who: Who; with: Who }
  | { is: 'enters'; who: Who; which: number }
  | { is: 'starts' | 'pauses' | 'resumes' | 'edited' | 'cancels' | 'retries' | 'copies'; which: number }
  /** changed after it was counted: must not start */
  | { is: 'changed'; which: number }
  | { is: 'lost' | 'found' | 'refuses-next'; kind: 'facebook' | 'zalo' }
  | { is: 'withdrawn' | 'approved' | 'higher' | 'cheaper' }
  | { is: 'rules'; like: keyof typeof rules }
  /** the plan has so many messages left */
  | { is: 'nearly used up'; units: number }
  | { is: 'refilled' }
export type Timed = { wait: number; act: Act }

export type LogEntry = {
  at: number
  turn: number
  act: Act
  /** đồng */
  max?: number
  text?: string
  /** started although the count was stale */
  startedStale?: boolean
}
export type Left = {
  at: number
  turn: number
  who: string
  text: string
  /** to a subscription */
  paid: boolean
  template: boolean
  mayCost: boolean
  arrived: boolean
}
export type Story = {
  log: LogEntry[]
  left: Left[]
  until: number
}

const who = fc.constantFrom(...people)
const onMessenger = fc.constantFrom('u0', 'u1', 'u2', 'u3')
const onZalo = fc.constantFrom('z0', 'z1')
const kind = fc.constantFrom('facebook', 'zalo')
const broadcast = fc.nat(broadcasts.length - 1)
const copy = broadcast.map(copyOf)
const sequence = fc.constantFrom(...sequences.keys(), pricedSequence).map(at => numberOf(at, 0))
const byHand = fc.constantFrom(0, 1, 2, pricedSequence, pricedSequence, pricedSequence).map(at => numberOf(at, 0))
const what = fc.constantFrom('order', 'booking')
const oneOf = (...names: Act['is'][]) => fc.constantFrom(...names)

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ is: oneOf('writes', 'writes', 'writes', 'agrees', 'agrees', 'refuses'), who }) },
  { weight: 2, arbitrary: fc.record({ is: oneOf('subscribes', 'stops'), who: onMessenger }) },
  {
    weight: 5,
    arbitrary: fc.record({
      is: oneOf('starts', 'starts', 'starts', 'pauses', 'resumes', 'resumes'),
      which: broadcast,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: oneOf('changed', 'changed', 'copies', 'copies', 'retries', 'cancels'),
      which: broadcast,
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: oneOf('pauses', 'resumes', 'cancels'), which: copy }) },
  { weight: 5, arbitrary: fc.record({ is: fc.constant('enters'), who, which: byHand }) },
  { weight: 1, arbitrary: fc.record({ is: oneOf('asks', 'confirmed'), who, what }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('edited'), which: sequence }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('merged'), who, with: who }) },
  { weight: 1, arbitrary: fc.record({ is: oneOf('parted', 'erased'), who }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('unfollows'), who: onZalo }) },
  { weight: 1, arbitrary: fc.record({ is: oneOf('lost', 'found', 'found', 'refuses-next', 'refuses-next'), kind }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: oneOf('withdrawn', 'approved', 'approved', 'higher', 'cheaper') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('rules'), like: fc.constantFrom('usual', 'narrow', 'often') }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ is: fc.constant('nearly used up'), units: fc.nat(2) }),
      fc.record({ is: fc.constant('refilled') }),
    ),
  },
) as fc.Arbitrary<Act>

const wait = fc.integer({ min: 1, max: 12 })
const one: fc.Arbitrary<Timed[]> = fc.record({ wait, act }).map(timed => [timed])
const bought: fc.Arbitrary<Timed[]> = fc.record({ wait, later: wait, who, what }).map(
  ({ wait: first, later, ...about }) =>
    [
      { wait: first, act: { is: 'asks', ...about } },
      { wait: later, act: { is: 'confirmed', ...about } },
    ] as Timed[],
)
const isLast = oneOf('agrees', 'refuses')
/**
 * Too rare by chance: a refusal and a retry; consent after the start, then a copy; a merge, an answer, and a split; a plan that is used up,
 * and rules that are changed, while a broadcast runs; who is erased, and comes back; who unfollows in the middle.
 */
const together: fc.Arbitrary<Timed[]> = fc
  .record({
    waits: fc.tuple(wait, wait, wait),
    which: broadcast,
    who,
    other: who,
    kind,
    last: isLast,
    units: fc.nat(2),
    story: fc.nat(7),
  })
  .map(({ waits, which, who: one, other, kind: refusing, last, units, story }) => {
    const stories: Act[][] = [
      [
        { is: 'refuses-next', kind: refusing },
        { is: 'starts', which },
        { is: 'retries', which },
      ],
      [
        { is: 'starts', which },
        { is: 'agrees', who: one },
        { is: 'copies', which },
      ],
      [{ is: 'merged', who: one, with: other }, { is: last, who: other } as Act, { is: 'parted', who: one }],
      [{ is: 'nearly used up', units }, { is: 'starts', which }, { is: 'refilled' }],
      [
        { is: 'rules', like: 'narrow' },
        { is: 'starts', which },
        { is: 'rules', like: 'often' },
      ],
      [{ is: 'starts', which }, { is: 'erased', who: one }, { is: 'writes', who: one }, { is: last, who: one } as Act],
      [
        { is: 'refuses', who: one },
        { is: 'erased', who: one },
        { is: 'writes', who: one },
        { is: 'starts', which },
      ],
      [
        { is: 'enters', who: 'z0', which: numberOf(0, 0) },
        { is: 'unfollows', who: 'z0' },
        { is: 'starts', which },
      ],
    ]
    return (stories[story] ?? []).map((next, at) => ({ wait: waits[at] ?? 1, act: next }))
  })

export const timeline: fc.Arbitrary<Timed[]> = fc
  .array(
    fc.oneof({ weight: 12, arbitrary: one }, { weight: 1, arbitrary: together }, { weight: 1, arbitrary: bought }),
    { minLength: 8, maxLength: 26 },
  )
  .map(parts => parts.flat())
