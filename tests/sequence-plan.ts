// Steps of sequences, for tests.
import type { SequencePlan, SequenceStep } from '#shared/contracts/sequences.contract.ts'

export const wait = (span: number, id = 'wait'): SequenceStep => ({
  ...{ id, is: 'wait', minutes: span, at: null, weekdays: [] },
})
export const say = (vi: string, id = 'say', change: object = {}): SequenceStep =>
  ({
    ...{ id, is: 'message', purpose: 'care', texts: { vi }, fallback: 'vi', within_hours: 24, otherwise: 'skip' },
    ...change,
  }) as SequenceStep
export const put = (tagId: string, id = 'put'): SequenceStep => ({ id, is: 'tag', tag_id: tagId, off: false })
export const plan = (steps: SequenceStep[], change: Partial<SequencePlan> = {}): SequencePlan => ({
  ...{ trigger: { on: 'hand' }, goal: null, again_after_days: null, steps, ...change },
})
