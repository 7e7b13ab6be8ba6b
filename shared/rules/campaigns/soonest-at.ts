// The minimum delay of a sequence's messages, to warn its author when the window for free messages will be over.
import type { SequencePlan, SequenceStep, StepOf } from '../../contracts/campaigns/sequences.contract.ts'
import { quietTalk } from './sending-times.ts'

const dayMinutes = 24 * 60
const talkMinutes = quietTalk / 60_000

export type PerDay = { promotion: number; care: number }
/** Minutes since the customer's last message; byLimit: caused by caps, whatever the author waits. */
export type Soonest = { minutes: number; byLimit: boolean }

type Counted = keyof PerDay
/** Minutes after the customer's last message. */
type Passed = { minutes: number; sent: Record<Counted, number[]> }

export function soonestAt(
  { trigger, steps }: Pick<SequencePlan, 'trigger' | 'steps'>,
  id: string,
  perDay: PerDay,
): Soonest {
  const minutes = trigger.on === 'no_reply' ? trigger.hours * 60 : 0
  const begun = { minutes, sent: { promotion: [], care: [] } }
  return walk(steps, begun, id, perDay).found ?? { minutes, byLimit: false }
}

function walk(
  steps: readonly SequenceStep[],
  from: Passed,
  id: string,
  perDay: PerDay,
): { found?: Soonest; passed: Passed } {
  let passed = from
  for (const step of steps) {
    if (step.is === 'wait') passed = { ...passed, minutes: passed.minutes + step.minutes }
    else if (step.is === 'message') {
      const soonest = whenItGoes(step, passed, perDay)
      if (step.id === id) return { found: soonest, passed }
      passed = afterIt(step, passed, soonest)
    } else if (step.is === 'branch') {
      const yes = walk(step.yes, step.when.by === 'replied' ? wroteNow(passed) : passed, id, perDay)
      const no = walk(step.no, passed, id, perDay)
      const found = yes.found ?? no.found
      if (found) return { found, passed }
      passed = sooner(walk(step.yes, passed, id, perDay).passed, no.passed)
    }
  }
  return { passed }
}

function whenItGoes({ purpose }: StepOf<'message'>, { minutes, sent }: Passed, perDay: PerDay): Soonest {
  if (purpose === 'service') return { minutes, byLimit: false }
  const calm = Math.max(minutes, talkMinutes)
  const last = sent[purpose].at(-perDay[purpose])
  const free = last === undefined ? calm : Math.max(calm, last + dayMinutes)
  return { minutes: free, byLimit: free > calm }
}

function afterIt({ purpose, within_hours: limit }: StepOf<'message'>, passed: Passed, { minutes }: Soonest): Passed {
  const waitsUntil = passed.minutes + limit * 60
  if (minutes > waitsUntil) return { ...passed, minutes: waitsUntil }
  if (purpose === 'service') return passed
  return { minutes, sent: { ...passed.sent, [purpose]: [...passed.sent[purpose], minutes] } }
}

function wroteNow({ minutes, sent }: Passed): Passed {
  const ago = (marks: number[]) => marks.map(mark => mark - minutes)
  return { minutes: 0, sent: { promotion: ago(sent.promotion), care: ago(sent.care) } }
}

function sooner(one: Passed, other: Passed): Passed {
  const count = ({ sent }: Passed) => sent.promotion.length + sent.care.length
  const isOne = one.minutes - other.minutes || count(one) - count(other)
  return isOne <= 0 ? one : other
}
