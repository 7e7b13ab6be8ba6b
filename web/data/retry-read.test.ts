import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from './api.ts'
import { retryRead } from './retry-read.ts'

test('what fails is tried again, what is refused is not, half a session is a while', () => {
  const times = (error: Error) => [0, 1, 2, 3, 4, 5].filter(failures => retryRead(failures, error)).length
  assert.equal(times(new TypeError('network')), 2)
  assert.equal(times(new ApiError('server.unexpected', '', 500)), 2)
  assert.equal(times(new ApiError('42501', '', 403)), 0)
  assert.equal(times(new ApiError('insufficient_aal', '', 403)), 4)
})
