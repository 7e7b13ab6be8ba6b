import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type SequencePlan, sequencePlan, type SequenceStep } from '../../contracts/campaigns/sequences.contract.ts'
import {
  maxCostOf,
  doubtfulStep,
  findStep,
  loopThrough,
  maxWait,
  problemOf,
  stepAfter,
  waitEnds,
} from './sequence-rules.ts'

const tag = ['1b4e28ba-2fa1-41d2-883f-0016d3cca427', '2b4e28ba-2fa1-41d2-883f-0016d3cca427'] as const
let made = 0
const id = () => `s${made++}`
const wait = (minutes: number, at: string | null = null, weekdays: number[] = []): SequenceStep => ({
  ...{ id: id(), is: 'wait', minutes, at, weekdays },
})
const message = (vi: string, purpose: 'promotion' | 'care' | 'service' = 'care'): SequenceStep => ({
  ...{ id: id(), is: 'message', purpose, texts: { vi }, fallback: 'vi', within_hours: 24, otherwise: 'skip' },
})
const tagged = (tag_id: string | null, off = false): SequenceStep => ({ id: id(), is: 'tag', tag_id, off })
const branch = (yes: SequenceStep[], no: SequenceStep[] = []): SequenceStep => ({
  ...{ id: id(), is: 'branch', when: { by: 'replied' }, yes, no },
})
const plan = (steps: SequenceStep[], change: Partial<SequencePlan> = {}): SequencePlan => ({
  ...{ trigger: { on: 'hand' }, goal: null, again_after_days: null, steps, ...change },
})
const paid = (step: SequenceStep, max_each: number | null) => ({ ...step, marketing: true, max_each }) as SequenceStep
const many = (count: number) => Array.from({ length: count }, () => tagged(tag[0]))
const twice: SequenceStep = { id: 'same', is: 'end' }
const startedBy = (tag_id: string | null, steps: SequenceStep[]) => plan(steps, { trigger: { on: 'tagged', tag_id } })

describe('what may be published as a sequence', () => {
  const table: [string, SequencePlan, [string, string] | undefined][] = [
    ['one message', plan([message('Chào bạn')]), undefined],
    ['nothing', plan([]), ['steps', 'none']],
    ['thirty steps', plan(many(30)), undefined],
    ['thirty-one', plan(many(31)), ['steps', 'too_many']],
    ['thirty-one with those inside branches', plan([branch(many(30))]), ['steps', 'too_many']],
    ['ninety days', plan([wait(90 * 1440), message('Chào')]), undefined],
    ['ninety days and a minute', plan([wait(90 * 1440), wait(1)]), ['steps', 'waits_too_long']],
    [
      'the longer arm counts, not both',
      plan([branch([wait(60 * 1440)], [wait(30 * 1440)]), wait(30 * 1440)]),
      undefined,
    ],
    ['until an hour may be a day more', plan([wait(90 * 1440, '09:00')]), ['steps', 'waits_too_long']],
    ['a wait for nothing', plan([wait(0)]), ['steps.0.minutes', 'no_time']],
    ['a day of the week without an hour', plan([wait(5, null, [1])]), ['steps.0.at', 'no_hour']],
    ['no text', plan([message('  ')]), ['steps.0.texts', 'no_text']],
    ['a field of the shop', plan([message('Chào {{field:ten_be|bé}}')]), undefined],
    [
      'a field that the shop has not',
      plan([message('Chào {{field:ten_bee|bé}}')]),
      ['steps.0.texts.vi', 'place_unknown'],
    ],
    ['an unknown place', plan([message('Chào {{ten}}')]), ['steps.0.texts.vi', 'place_unknown']],
    ['too long', plan([message('a'.repeat(990))]), ['steps.0.texts.vi', 'too_long']],
    ['no tag', plan([branch([], [tagged(null)])]), ['steps.0.no.0', 'no_tag']],
    ['an empty branch', plan([branch([])]), ['steps.0', 'none']],
    ['one step twice', plan([twice, twice]), ['steps.1', 'same_id']],
    [
      'a branch on no tag',
      plan([{ ...branch([message('Chào')]), when: { by: 'tag', id: null } } as SequenceStep]),
      ['steps.0.when', 'no_tag'],
    ],
    ['paid without a price', plan([paid(message('Chào'), null)]), ['steps.0.max_each', 'no_price']],
    ['too long for a paid one', plan([paid(message('a'.repeat(640)), 320)]), ['steps.0.texts.vi', 'too_long_paid']],
    ['no field', plan([{ id: id(), is: 'field', field_id: null, value: 'x' }]), ['steps.0', 'no_field']],
    ['nobody', plan([{ id: id(), is: 'assign', person_id: null }]), ['steps.0', 'no_person']],
    ['no tag starts it', startedBy(null, [message('Chào')]), ['trigger', 'no_tag']],
    ['its goal names nothing', plan([message('Chào')], { goal: { by: 'tag', id: null } }), ['goal', 'no_tag']],
    ['it starts itself', startedBy(tag[0], [message('Chào'), tagged(tag[0])]), ['steps.1', 'itself']],
    ['it takes off what started it', startedBy(tag[0], [message('Chào'), tagged(tag[0], true)]), undefined],
  ]
  for (const [name, given, wanted] of table)
    test(name, () => {
      assert.ok(sequencePlan.safeParse(given).success)
      const problem = problemOf(given, 'Tiệm', ['ten_be'])
      assert.deepEqual(problem && [problem.field, problem.why], wanted)
      assert.equal(
        problem?.code ?? 'sequence.step_invalid',
        `sequence.${wanted?.[1] === 'itself' ? 'loop' : 'step_invalid'}`,
      )
    })

  test('no deeper than three branches', () => {
    const three = plan([branch([branch([branch([message('Chào')])])])])
    assert.ok(sequencePlan.safeParse(three).success)
    assert.ok(!sequencePlan.safeParse(plan([branch(three.steps)])).success)
  })

  test('one that leads back to itself through another is a loop, and names the step', () => {
    const [a, b] = [startedBy(tag[0], [wait(5), tagged(tag[1])]), startedBy(tag[1], [tagged(tag[0])])]
    assert.equal(loopThrough(a, [b]), 'steps.1')
    assert.equal(loopThrough(a, []), undefined)
    assert.equal(loopThrough(plan([tagged(tag[1])]), [b]), undefined)
    assert.equal(
      loopThrough(startedBy(tag[0], [tagged(tag[1], true)]), [b]),
      undefined,
      'a tag taken off starts nothing',
    )
    const elsewhere = startedBy('3b4e28ba-2fa1-41d2-883f-0016d3cca427', [tagged(tag[0])])
    assert.equal(loopThrough(a, [elsewhere]), undefined)
  })

  test('the costliest message is what one customer may cost at most', () => {
    assert.equal(maxCostOf(plan([message('Chào'), branch([paid(message('a'), 320)], [paid(message('b'), 55)])])), 320)
    assert.equal(maxCostOf(plan([message('Chào')])), 0)
  })

  test('what sounds like advertising under another purpose is asked about', () => {
    assert.equal(doubtfulStep(plan([wait(5), message('Giảm giá 20%')])), 'steps.1')
    assert.equal(doubtfulStep(plan([message('Giảm giá 20%', 'promotion')])), undefined)
  })
})

describe('waiting, by the shop’s clock', () => {
  const zone = 'Asia/Ho_Chi_Minh'
  const now = new Date('2026-11-24T03:00:00Z')
  const table: [SequenceStep, string][] = [
    [wait(90), '2026-11-24T04:30:00.000Z'],
    [wait(0, '10:00'), '2026-11-24T03:00:00.000Z'],
    [wait(0, '09:30'), '2026-11-25T02:30:00.000Z'],
    [wait(2 * 1440, '09:30'), '2026-11-27T02:30:00.000Z'],
    [wait(0, '09:30', [1, 2]), '2026-11-30T02:30:00.000Z'],
    [wait(0, '19:00', [2]), '2026-11-24T12:00:00.000Z'],
    [wait(60, '10:30', [2]), '2026-12-01T03:30:00.000Z'],
  ]
  for (const [step, wanted] of table)
    test(`until ${wanted}`, () => {
      assert.ok(step.is === 'wait')
      assert.equal(waitEnds(step, now, zone).toISOString(), wanted)
    })
  test('where the clock is changed the hour is the hour', () => {
    const step = wait(1440, '09:00')
    assert.ok(step.is === 'wait')
    const before = new Date('2026-03-28T12:00:00Z')
    assert.equal(waitEnds(step, before, 'Europe/Berlin').toISOString(), '2026-03-30T07:00:00.000Z')
  })
  test('all waits of the longest way', () => {
    assert.equal(maxWait([wait(5), branch([wait(7)], [wait(9)]), wait(1)]), 15)
  })
})

describe('which step comes next', () => {
  const [first, inner, other, last] = [wait(1), message('a'), message('b'), message('c')]
  const inside = branch([other])
  const way = branch([inner, inside])
  const steps = [first, way, last]
  const next = (step: SequenceStep, arm?: 'yes' | 'no') => stepAfter(steps, step.id, arm)?.id
  test('down the list, into the arm that is taken, and out of it', () => {
    assert.equal(next(first), way.id)
    assert.equal(next(way, 'yes'), inner.id)
    assert.equal(next(way, 'no'), last.id)
    assert.equal(next(inner), inside.id)
    assert.equal(next(inside, 'yes'), other.id)
    assert.equal(next(inside, 'no'), last.id)
    assert.equal(next(other), last.id)
    assert.equal(next(last), undefined)
    assert.equal(findStep(steps, other.id), other)
    assert.equal(findStep(steps, null), undefined)
  })
})
