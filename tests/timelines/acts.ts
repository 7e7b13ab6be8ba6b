// What may happen to a shop in random days, and how it is noted.
import fc from 'fast-check'
import { minutes } from '#platform/clock.ts'

/** Everything happens at the beginning of such a piece of time. */
export const step = minutes(10)
/** On Messenger, and on Zalo. */
export const people = ['u0', 'u1', 'u2', 'u3', 'z0', 'z1'] as const
export type Who = (typeof people)[number]
export const kindOfWho = (who: string) => (who.startsWith('u') ? 'facebook' : 'zalo')

/** Broadcasts by their numbers, which their messages bear; the last goes by a template that Zalo bills. */
export const broadcasts = ['promotion', 'promotion', 'care', 'promotion'] as const
export const byTemplate = 3
/** Three sequences of two messages, hours apart, which bear the next numbers. */
export const sequences = [
  ['care', 'promotion'],
  ['promotion', 'care'],
  ['care', 'promotion'],
] as const
export const numberOf = (sequence: number, message: number) => broadcasts.length + sequence * 2 + message
export const purposes = [...broadcasts, ...sequences.flat()]
export const templatePrice = 200

export type Act =
  | { is: 'writes' | 'agrees' | 'refuses' | 'subscribes' | 'stops'; who: Who }
  | { is: 'merged'; who: Who; with: Who }
  | { is: 'enters'; who: Who; which: number }
  | { is: 'starts' | 'pauses' | 'resumes' | 'edited'; which: number }
  | { is: 'lost' | 'found'; kind: 'facebook' | 'zalo' }
  | { is: 'withdrawn' | 'approved' }
export type Timed = { wait: number; act: Act }

/** What happened, as somebody at the window writes it down. */
export type Noted = {
  at: number
  turn: number
  act: Act
  /** đồng that were confirmed for a broadcast */ most?: number
}
export type Left = {
  at: number
  turn: number
  who: string
  text: string
  /** to a subscription */
  paid: boolean
  template: boolean
  /** the shop said that it may cost */
  mayCost: boolean
}
export type Story = { notes: Noted[]; left: Left[] }

const who = fc.constantFrom(...people)
const onMessenger = fc.constantFrom('u0', 'u1', 'u2', 'u3')
const broadcast = fc.nat(broadcasts.length - 1)
const sequence = fc.nat(sequences.length - 1).map(at => numberOf(at, 0))

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ is: fc.constantFrom('writes', 'writes', 'writes', 'agrees', 'agrees', 'refuses'), who }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constantFrom('subscribes', 'stops'), who: onMessenger }) },
  {
    weight: 5,
    arbitrary: fc.record({
      is: fc.constantFrom('starts', 'starts', 'starts', 'pauses', 'resumes', 'resumes'),
      which: broadcast,
    }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('enters'), who, which: sequence }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('edited'), which: sequence }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('merged'), who, with: who }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constantFrom('lost', 'found', 'found'), kind: fc.constantFrom('facebook', 'zalo') }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constantFrom('withdrawn', 'approved', 'approved') }) },
) as fc.Arbitrary<Act>

export const timeline: fc.Arbitrary<Timed[]> = fc.array(fc.record({ wait: fc.integer({ min: 1, max: 12 }), act }), {
  minLength: 8,
  maxLength: 30,
})
