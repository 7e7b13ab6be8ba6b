import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsavedDraft } from './unsaved-drafts.ts'

test('words stay until the server took exactly them, and an editor opened later waits for the save of the one before', async () => {
  const taken: string[] = []
  const answer = Promise.withResolvers<void>()
  const before = unsavedDraft<string>('hanh', 'draft')
  before.write('older')
  const first = before.save(async words => {
    await answer.promise
    taken.push(words)
  })
  const later = unsavedDraft<string>('hanh', 'draft')
  assert.equal(later.words, 'older')
  await Promise.resolve()
  later.write('newer')
  const second = later.save(async () => {
    throw new Error('refused')
  })
  answer.resolve()
  await first
  await assert.rejects(second, /refused/)
  assert.equal(unsavedDraft('hanh', 'draft').words, 'newer')
  await later.save(async words => taken.push(words))
  assert.deepEqual(taken, ['older', 'newer'])
  assert.equal(unsavedDraft('hanh', 'draft').words, undefined)
})

test('another person at this browser finds nothing', () => {
  unsavedDraft<string>('hanh', 'draft').write('hers')
  assert.equal(unsavedDraft('tu', 'draft').words, undefined)
  assert.equal(unsavedDraft('hanh', 'draft').words, undefined)
})
