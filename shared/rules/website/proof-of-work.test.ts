import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { isSolved, sha256, solveWork } from './proof-of-work.ts'

const nothing = async () => {}

test('the hash is SHA-256, at every length around its blocks', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'abcdefghij'.repeat(20).slice(0, length)
    const hex = [...sha256(text)].map(word => word.toString(16).padStart(8, '0')).join('')
    assert.equal(hex, createHash('sha256').update(text).digest('hex'), `${length}`)
  }
})

test('a solution fits its own challenge and nothing else', async () => {
  const work = { challenge: 'one', difficulty: 8, count: 4 }
  const solution = await solveWork(work, nothing)
  assert.ok(isSolved(work, solution))
  assert.ok(!isSolved({ ...work, challenge: 'two' }, solution))
  assert.ok(!isSolved({ ...work, difficulty: 30 }, solution))
  assert.ok(!isSolved({ ...work, count: 5 }, solution))
  for (const odd of ['', '1', `${solution}.1`, solution.replace(/\d+/, '-1'), solution.replace(/\d+/, '1e5')]) {
    assert.ok(!isSolved(work, odd), odd)
  }
  const [first = '', ...others] = solution.split('.')
  const work8 = { ...work, difficulty: 0 }
  assert.ok(isSolved(work8, ['0'.repeat(15 - first.length) + first, ...others].join('.')))
  assert.ok(!isSolved(work8, ['0'.repeat(16 - first.length) + first, ...others].join('.')), 'a number has 15 digits')
})

test('the work takes breaks', async () => {
  let breaks = 0
  const count = async () => void breaks++
  await solveWork({ challenge: 'long', difficulty: 10, count: 8 }, count, 100)
  assert.ok(breaks > 10)
})
