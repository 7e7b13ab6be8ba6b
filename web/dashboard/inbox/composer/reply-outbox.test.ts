import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeReplyOutbox, type PendingReply } from './reply-outbox.ts'

function stage(before: PendingReply[] = []) {
  type Send = { text: string; clientId: string; mayCost: boolean; files: string[] }
  const sends: (Send & { done(): void; fail(error: unknown): void })[] = []
  let stored = before
  let ids = 0
  const outbox = makeReplyOutbox({
    send: ({ text, clientId, mayCost = false, files = [] }) =>
      new Promise((done, fail) =>
        sends.push({ text, clientId, mayCost, files: files.map(one => one.name), done, fail }),
      ),
    isOffline: error => error === 'offline',
    messageOf: error => String(error),
    newId: () => `id-${++ids}`,
    now: () => new Date('2026-11-20T09:00:00Z'),
    store: unsent => (stored = unsent),
    stored: () => stored,
  })
  const states = () => outbox.pending().map(reply => `${reply.text} ${reply.state}`)
  return { outbox, sends, states, stored: () => stored }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('replies go out one after another, in order', async () => {
  const { outbox, sends, states } = stage()
  outbox.add('a')
  outbox.add('b')
  assert.equal(sends.length, 1)
  sends[0]?.done()
  await settled()
  assert.deepEqual(states(), ['a sent', 'b sending'])
  assert.equal(sends[1]?.text, 'b')
})

test('a sent reply leaves when its message is in the conversation', async () => {
  const { outbox, sends, states } = stage()
  outbox.add('a')
  sends[0]?.done()
  await settled()
  outbox.arrived(['id-1', 'other'])
  assert.deepEqual(states(), [])
})

test('a message that arrives before the answer of the call is not shown twice', async () => {
  const { outbox, sends, states } = stage()
  outbox.add('a')
  outbox.arrived(['id-1'])
  sends[0]?.done()
  await settled()
  assert.deepEqual(states(), [])
})

test('a refused reply says why and can be sent again with the same id', async () => {
  const { outbox, sends } = stage()
  outbox.add('a')
  sends[0]?.fail('closed')
  await settled()
  assert.deepEqual(outbox.pending()[0], {
    clientId: 'id-1',
    text: 'a',
    at: '2026-11-20T09:00:00.000Z',
    state: 'failed',
    problem: 'closed',
  })
  outbox.resend('id-1')
  assert.equal(outbox.pending()[0]?.problem, undefined)
  assert.equal(sends[1]?.clientId, 'id-1')
})

test('without a network replies wait, later ones behind them, and go out in order when it is back', async () => {
  const { outbox, sends, states } = stage()
  outbox.add('a')
  outbox.add('b')
  sends[0]?.fail('offline')
  await settled()
  outbox.add('c')
  assert.deepEqual(states(), ['a waiting', 'b waiting', 'c waiting'])
  outbox.online()
  for (const at of [1, 2, 3]) {
    sends[at]?.done()
    await settled()
  }
  assert.deepEqual(
    sends.map(send => send.text),
    ['a', 'a', 'b', 'c'],
  )
})

test('what was not sent survives a reload and waits for the member', async () => {
  const first = stage()
  first.outbox.add('a')
  const second = stage(first.stored())
  assert.deepEqual(second.states(), ['a failed'])
  second.outbox.discard('id-1')
  assert.deepEqual(second.stored(), [])
})

test('a consent to pay travels with its reply, given at once or when it is sent again', async () => {
  const { outbox, sends } = stage()
  outbox.add('a', { mayCost: true })
  sends[0]?.done()
  await settled()
  outbox.add('b')
  sends[1]?.fail('it may cost')
  await settled()
  outbox.resend('id-2', true)
  assert.deepEqual(
    sends.map(send => send.mayCost),
    [true, false, true],
  )
})

test('files go with their reply, also after a reload', async () => {
  const first = stage()
  const files = [{ file: 'shop/1', name: 'Bảng giá.pdf', mime: 'application/pdf', size: 10 }]
  first.outbox.add('', { files })
  assert.deepEqual(first.sends[0]?.files, ['Bảng giá.pdf'])
  const second = stage(first.stored())
  second.outbox.resend('id-1')
  assert.deepEqual(second.sends[0]?.files, ['Bảng giá.pdf'])
})
