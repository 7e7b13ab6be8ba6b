import type { SequenceStep } from '#shared/contracts/campaigns/sequences.contract.ts'

type Steps = readonly SequenceStep[]
/** Changes the list that contains a step, given the step's index in it. */
type Change = (list: Steps, at: number) => SequenceStep[]

/** The same steps, with the list around this step changed. */
export function changeAt(steps: Steps, id: string, change: Change): SequenceStep[] {
  const at = steps.findIndex(step => step.id === id)
  if (at >= 0) return change(steps, at)
  return steps.map(step =>
    step.is === 'branch' ? { ...step, yes: changeAt(step.yes, id, change), no: changeAt(step.no, id, change) } : step,
  )
}

export const replaceStep = (steps: Steps, step: SequenceStep): SequenceStep[] =>
  changeAt(steps, step.id, (list, at) => list.with(at, step))

export const removeStep = (steps: Steps, id: string): SequenceStep[] =>
  changeAt(steps, id, (list, at) => list.toSpliced(at, 1))

export const insertAfter = (steps: Steps, id: string, step: SequenceStep): SequenceStep[] =>
  changeAt(steps, id, (list, at) => list.toSpliced(at + 1, 0, step))

export const moveStep = (steps: Steps, id: string, by: -1 | 1): SequenceStep[] =>
  changeAt(steps, id, (list, at) => {
    const step = list[at]
    return step && list[at + by] ? list.toSpliced(at, 1).toSpliced(at + by, 0, step) : [...list]
  })

export type StepKind = SequenceStep['is']
export const stepKinds = ['message', 'wait', 'branch', 'tag', 'field', 'assign', 'hand_over', 'end'] as const

export function newStep(is: StepKind, fallback: 'vi' | 'en'): SequenceStep {
  const id = crypto.randomUUID()
  switch (is) {
    case 'wait':
      return { id, is, minutes: 1440, at: null, weekdays: [] }
    case 'message':
      return { id, is, purpose: 'care', texts: {}, fallback, within_hours: 24, otherwise: 'skip' }
    case 'tag':
      return { id, is, tag_id: null, off: false }
    case 'field':
      return { id, is, field_id: null, value: null }
    case 'assign':
      return { id, is, person_id: null }
    case 'branch':
      return { id, is, when: { by: 'replied' }, yes: [], no: [] }
    case 'hand_over':
    case 'end':
      return { id, is }
  }
}
