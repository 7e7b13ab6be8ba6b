import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDraft, writeDraft } from './shop-draft.ts'

const stored = { name: 'Cửa hàng của Thảo', trade: null, avatar: null }

test('what was typed is found again', () => {
  const typed = { name: 'Tiệm gội Mây', trade: 'spa', avatar: 'w/1' }
  assert.deepEqual(readDraft(writeDraft(typed, stored), stored), typed)
  assert.deepEqual(readDraft('', stored), stored)
})

test('a colleague’s newer name stands before an older draft, the rest of which stays', () => {
  const draft = writeDraft({ name: 'Tiệm gội Mây', trade: 'spa', avatar: null }, stored)
  const newer = { ...stored, name: 'Mây Spa', avatar: 'w/2' }
  assert.deepEqual(readDraft(draft, newer), { name: 'Mây Spa', trade: 'spa', avatar: 'w/2' })
})

test('what an older page or somebody else stored there is no draft', () => {
  for (const text of ['Tiệm gội Mây', '{}', 'null', '{"typed":{"name":5},"over":{"name":"Cửa hàng của Thảo"}}'])
    assert.deepEqual(readDraft(text, stored), stored, text)
})
