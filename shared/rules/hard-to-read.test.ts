import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hardToRead } from './hard-to-read.ts'

test('a page with many doubtful lines is hard to read; print with a few is not', () => {
  const page = (...confidences: number[]) => confidences.map(confidence => ({ confidence, needs_review: true }))
  assert.equal(hardToRead(page(95, 40, 92, 93, 71, 91, 90, 96, 94, 93)), 0)
  assert.equal(hardToRead(page(95, 40, 92, 50, 60, 91, 88)), 3)
  assert.equal(hardToRead(page(40, 90, 95)), 0, 'one line says nothing of the others')
  const words = { confidence: 20, needs_review: false }
  assert.equal(hardToRead([...page(95, 92, 94), words, words, words]), 0, 'lines without a number say nothing')
})
