import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { createConversation } from '#widget/conversation/conversation.ts'
import { createOutbox } from '#widget/conversation/outbox.ts'
import { createSimulatedTransport, fromDemo } from './simulated-transport.ts'

function demo(t: TestContext, numbers: number[]) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let at = 0
  const random = () => numbers[Math.min(at++, numbers.length - 1)] ?? 0
  const transport = createSimulatedTransport({ random, lines: ['một', 'hai'] })
  const conversation = createConversation({ transport, outbox: createOutbox(null, 'demo') })
  conversation.start()
  t.after(() => {
    conversation.stop()
    mock.timers.reset()
  })
  return conversation
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('online after a second', t => {
  const conversation = demo(t, [1])
  mock.timers.tick(999)
  assert.equal(conversation.snapshot().connection, 'connecting')
  mock.timers.tick(1)
  assert.equal(conversation.snapshot().connection, 'online')
})

test('a message takes one to three seconds and succeeds four times of five', async t => {
  for (const [wait, chance, ms, state] of [
    [0, 0.79, 1000, 'sent'],
    [0.5, 0.8, 2000, 'failed'],
    [1, 0, 3000, 'sent'],
  ] as const) {
    await t.test(`${ms} ms, ${state}`, async inner => {
      const conversation = demo(inner, [wait, chance])
      conversation.send('chào shop')
      mock.timers.tick(ms - 1)
      await settled()
      assert.equal(conversation.snapshot().messages[0]?.state, 'sending')
      mock.timers.tick(1)
      await settled()
      assert.equal(conversation.snapshot().messages[0]?.state, state)
    })
  }
})

test('a failed message may be resent', async t => {
  const conversation = demo(t, [0, 0.9, 0, 0.1])
  conversation.send('chào shop')
  mock.timers.tick(1000)
  await settled()
  conversation.resend(conversation.snapshot().messages[0]?.key ?? '')
  mock.timers.tick(1000)
  await settled()
  assert.equal(conversation.snapshot().messages[0]?.state, 'sent')
})

test('every 45 s the bot, one time of five, speaks after 10 to 30 s', t => {
  const conversation = demo(t, [0.2, 0.19, 0.5, 1])
  mock.timers.tick(45_000)
  mock.timers.tick(30_000)
  assert.equal(conversation.snapshot().messages.length, 0)
  mock.timers.tick(15_000)
  mock.timers.tick(19_999)
  assert.equal(conversation.snapshot().messages.length, 0)
  mock.timers.tick(1)
  assert.equal(conversation.snapshot().messages[0]?.text, 'một')
  assert.equal(conversation.snapshot().unread, 1)
})

test("the demo's words are the conversation's", () => {
  const timestamp = '2026-11-20T02:00:00Z'
  const bot = fromDemo({ id: 'a', content: 'chào', sender: 'bot', timestamp, status: 'sent' }, '1')
  assert.deepEqual(bot, { id: 'a', cursor: '1', author: 'bot', text: 'chào', created_at: timestamp })
  assert.equal(fromDemo({ id: 'a', content: 'chào', sender: 'user', timestamp, status: 'sent' }, '1').author, 'contact')
})
