import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SequenceStep } from '#shared/contracts/campaigns/sequences.contract.ts'
import { insertAfter, moveStep, removeStep, replaceStep } from './step-tree.ts'

const end = (id: string): SequenceStep => ({ id, is: 'end' })
const steps: SequenceStep[] = [
  end('a'),
  { id: 'b', is: 'branch', when: { by: 'replied' }, yes: [end('c'), end('d')], no: [end('e')] },
  end('f'),
]

function outline(list: readonly SequenceStep[]): string {
  return list
    .map(step => (step.is === 'branch' ? `${step.id}(${outline(step.yes)}|${outline(step.no)})` : step.id))
    .join(' ')
}

test('steps are moved, added and taken away in their own list alone, in either arm of a branch', () => {
  const changes: [SequenceStep[], string][] = [
    [moveStep(steps, 'a', 1), 'b(c d|e) a f'],
    [moveStep(steps, 'f', -1), 'a f b(c d|e)'],
    [moveStep(steps, 'd', -1), 'a b(d c|e) f'],
    [moveStep(steps, 'a', -1), 'a b(c d|e) f'],
    [moveStep(steps, 'd', 1), 'a b(c d|e) f'],
    [insertAfter(steps, 'a', end('x')), 'a x b(c d|e) f'],
    [insertAfter(steps, 'e', end('x')), 'a b(c d|e x) f'],
    [removeStep(steps, 'c'), 'a b(d|e) f'],
    [removeStep(steps, 'b'), 'a f'],
    [removeStep(steps, 'unknown'), 'a b(c d|e) f'],
  ]
  for (const [changed, wanted] of changes) assert.equal(outline(changed), wanted)
  const put: SequenceStep = { id: 'e', is: 'hand_over' }
  const [, branch] = replaceStep(steps, put)
  assert.deepEqual(branch, { ...steps[1], no: [put] })
  assert.equal(outline(steps), 'a b(c d|e) f')
})
