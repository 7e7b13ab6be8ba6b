import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('what was asked later begins when what was asked before has ended, even by failing', async () => {
  const done: string[] = []
  const answer = Promise.withResolvers<void>()
  const save = inTurn()
  const older = save(async () => {
    await answer.promise
    done.push('older')
    throw new Error('refused')
  })
  const newer = save(async () => done.push('newer'))
  answer.resolve()
  await assert.rejects(older, /refused/)
  await newer
  assert.deepEqual(done, ['older', 'newer'])
})
