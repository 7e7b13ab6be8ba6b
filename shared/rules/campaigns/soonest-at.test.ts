import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SequencePlan, SequenceStep } from '../../contracts/campaigns/sequences.contract.ts'
import { soonestAt } from './soonest-at.ts'

let made = 0
const id = () => `s${made++}`
const message = (purpose: 'promotion' | 'care' | 'service' = 'care', hours = 24): SequenceStep => ({
  ...{
    id: id(),
    is: 'message',
    purpose,
    texts: { vi: 'Chào' },
    fallback: 'vi',
    within_hours: hours,
    otherwise: 'skip',
  },
})
const wait = (minutes: number): SequenceStep => ({ id: id(), is: 'wait', minutes, at: null, weekdays: [] })
const replied = (yes: SequenceStep[], no: SequenceStep[]): SequenceStep => ({
  ...{ id: id(), is: 'branch', when: { by: 'replied' }, yes, no },
})
type Trigger = SequencePlan['trigger']
const hand: Trigger = { on: 'hand' }
const once = { promotion: 1, care: 1 }
const soonest = (steps: SequenceStep[], step: SequenceStep, trigger: Trigger = hand, perDay = once) => {
  const { minutes, byLimit } = soonestAt({ trigger, steps }, step.id, perDay)
  return byLimit ? `${minutes} by limit` : minutes
}

test('not within the talk, and after what was waited for', () => {
  const [first, late, order] = [message(), message(), message('service')]
  const steps = [order, first, wait(1440), late]
  assert.equal(soonest(steps, order), 0)
  assert.equal(soonest(steps, first), 60)
  assert.equal(soonest(steps, first, { on: 'no_reply', hours: 20 }), 1200)
  assert.equal(soonest(steps, late), 1500)
})

test('the second follow-up comes a day after the first, however short its author waits', () => {
  const [first, second, other] = [message(), message(), message('promotion')]
  const steps = [first, wait(180), other, second]
  assert.equal(soonest(steps, other), 240)
  assert.equal(soonest(steps, second), '1500 by limit')
  assert.equal(soonest(steps, second, hand, { promotion: 1, care: 2 }), 240)
})

test('what waits too long is skipped, and counts for nothing', () => {
  const [first, skipped, last] = [message('care', 1), message('care', 1), message('care')]
  assert.equal(soonest([first, skipped, wait(1440), last], last), 1560)
})

test('whoever replied has written just now; who did not, and comes out of the branch, has not', () => {
  const [first, asked, after] = [message(), message(), message('service')]
  const steps = [first, wait(1440), replied([asked], [wait(600)]), after]
  assert.equal(soonest(steps, asked), 60)
  assert.equal(soonest(steps, after), 1500)
  const soon = [first, wait(120), replied([asked], []), after]
  assert.equal(soonest(soon, asked), '1320 by limit')
})
