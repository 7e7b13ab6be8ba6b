import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { openLeavingPage } from '#tests/drivers/leaving-page.ts'
import { type DraftFiles, makeDraftFiles } from './draft-files.ts'
import type { ReplyFile } from './reply-outbox.ts'

const asksBeforeLeaving = openLeavingPage()
const staged: DraftFiles[] = []
afterEach(() => {
  for (const draft of staged.splice(0)) draft.clear()
})

function stage(before: ReplyFile[] = []) {
  type Put = { file: string; progress(share: number): void; signal: AbortSignal; done(): void; fail(): void }
  const puts: Put[] = []
  let stored = before
  let places = 0
  const draft = makeDraftFiles({
    put: (file, _bytes, progress, signal) =>
      new Promise((done, reject) => puts.push({ file, progress, signal, done, fail: () => reject(new Error('no')) })),
    newPlace: () => `place-${++places}`,
    store: ready => (stored = ready),
    stored: () => stored,
  })
  staged.push(draft)
  const states = () => draft.files().map(({ name, state, share }) => `${name} ${state} ${share}`)
  return { draft, puts, states, saved: () => stored.map(file => file.file) }
}

const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' })
const settled = () => new Promise(resolve => setImmediate(resolve))

test('files go up while nobody looks, and are kept once they have arrived', async () => {
  const { draft, puts, states, saved } = stage()
  let changes = 0
  const look = draft.watch(() => changes++)
  draft.add([pdf('a'), pdf('b')])
  look()
  const before = changes
  puts[0]?.progress(0.5)
  assert.deepEqual(states(), ['a sending 0.5', 'b sending 0'])
  puts[0]?.done()
  await settled()
  assert.deepEqual(states(), ['a ready 1', 'b sending 0'])
  assert.deepEqual(saved(), ['place-1'])
  assert.equal(changes, before)
})

test('what failed is sent again; what is taken away is stopped, and its late word changes nothing', async () => {
  const { draft, puts, states, saved } = stage()
  draft.add([pdf('a'), pdf('b')])
  puts[0]?.fail()
  await settled()
  assert.deepEqual(states(), ['a failed 0', 'b sending 0'])
  draft.again('place-1')
  draft.remove('place-2')
  assert.equal(puts[1]?.signal.aborted, true)
  puts[1]?.done()
  puts[2]?.done()
  await settled()
  assert.deepEqual(states(), ['a ready 1'])
  draft.clear()
  assert.deepEqual(saved(), [])
})

test('after a reload what is in the bucket is there again', () => {
  const { states } = stage([{ file: 'w/1', name: 'a', mime: 'application/pdf', size: 4 }])
  assert.deepEqual(states(), ['a ready 1'])
})

test('the page is not left unasked while a file of any draft is on its way', async () => {
  const [one, other] = [stage(), stage()]
  assert.equal(asksBeforeLeaving(), false)
  one.draft.add([pdf('a'), pdf('b')])
  other.draft.add([pdf('c')])
  other.puts[0]?.done()
  one.puts[0]?.done()
  await settled()
  assert.deepEqual([other.states(), one.states()], [['c ready 1'], ['a ready 1', 'b sending 0']])
  assert.equal(asksBeforeLeaving(), true)
  one.puts[1]?.fail()
  await settled()
  assert.equal(asksBeforeLeaving(), false)
  one.draft.again('place-2')
  assert.equal(asksBeforeLeaving(), true)
  one.draft.clear()
  assert.equal(asksBeforeLeaving(), false)
})
