import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#web/data/api.ts'
import { worseOf } from './worse-answers.ts'

const worse = { total: 30, better: 0, worse: 1, changed: 0, details: [], digest: 'abcdefghijklmnopqrstuv' }
const refused = (details: Record<string, unknown>, code = 'training.answers_worse') =>
  worseOf(new ApiError(code, '', 409, details))

test('a refusal for worse answers holds the comparison', () => assert.deepEqual(refused(worse), worse))

test('without a whole comparison there is nothing to ask about', () => {
  for (const name of Object.keys(worse)) assert.equal(refused({ ...worse, [name]: undefined }), undefined, name)
  assert.equal(refused({ ...worse, details: 'none' }), undefined)
  assert.equal(refused(worse, 'request.conflict'), undefined)
  assert.equal(worseOf(new Error('training.answers_worse')), undefined)
})
