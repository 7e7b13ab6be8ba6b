import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestTimes } from './data-request-times.ts'

const days = { answer: 2, read: 10, stop: 15, erase: 20 }

test('a request is answered in two working days, and done in days of the calendar by its kind', () => {
  assert.deepEqual(requestTimes('access', '2026-11-20', days), { answerBy: '2026-11-24', dueOn: '2026-11-30' })
  assert.equal(requestTimes('correct', '2026-11-20', days).dueOn, '2026-11-30')
  assert.deepEqual(requestTimes('erase', '2026-02-13', days), { answerBy: '2026-02-24', dueOn: '2026-03-05' })
  for (const kind of ['withdraw', 'restrict', 'object'] as const)
    assert.equal(requestTimes(kind, '2026-11-20', days).dueOn, '2026-12-05')
})
