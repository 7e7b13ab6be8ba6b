import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLeavingPage } from '#tests/drivers/leaving-page.ts'
import { type Decided, saveInTurn } from './unsaved-decisions.ts'

const asksBeforeLeaving = openLeavingPage()
const decided = (): Decided => ({ reading: 1, lines: [{ position: 0, state: 'right' }] })

test('the page is not left unasked while a decision about any photo is being saved, whether it succeeds or not', async () => {
  const saves = {
    a1: Promise.withResolvers<void>(),
    a2: Promise.withResolvers<void>(),
    b: Promise.withResolvers<void>(),
  }
  const ends = [
    saveInTurn('a', decided(), () => saves.a1.promise),
    saveInTurn('a', decided(), () => saves.a2.promise),
    saveInTurn('b', decided(), () => saves.b.promise),
  ]
  saves.b.reject(new Error('no network'))
  await assert.rejects(ends[2]!, /no network/)
  assert.equal(asksBeforeLeaving(), true)
  saves.a1.resolve()
  await ends[0]
  assert.equal(asksBeforeLeaving(), true)
  saves.a2.resolve()
  await ends[1]
  assert.equal(asksBeforeLeaving(), false)
})
