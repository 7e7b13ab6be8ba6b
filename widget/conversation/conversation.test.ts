import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { createConversation, TEXT_MAX, type ConversationOptions } from './conversation.ts'
import { createOutbox, type SmallStore } from './outbox.ts'
import {
  SendFailure,
  type Draft,
  type Receipt,
  type ServerMessage,
  type Transport,
  type TransportListener,
} from '#widget/transport/transport.ts'

function memoryStore(): SmallStore {
  const values = new Map<string, string>()
  return {
    getItem: name => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: name => void values.delete(name),
  }
}

function handTransport() {
  const sent: { draft: Draft; done(receipt: Receipt): void; fail(failure: Error): void }[] = []
  const read: string[] = []
  const agreed: (number | null)[] = []
  const rated: [string, string | null][] = []
  let typed = 0
  let listener: TransportListener | undefined
  const transport: Transport = {
    start: given => void (listener = given),
    stop: () => void (listener = undefined),
    send: draft => new Promise((done, fail) => sent.push({ draft, done, fail })),
    typing: () => void (typed += 1),
    read: cursor => void read.push(cursor),
    agree: words => void agreed.push(words?.version ?? null),
    rate: (id, rating) => void rated.push([id, rating]),
  }
  return {
    transport,
    sent,
    read,
    agreed,
    rated,
    typedTimes: () => typed,
    say: () => {
      assert.ok(listener)
      return listener
    },
  }
}

function chat(options: Partial<ConversationOptions> = {}, store = memoryStore()) {
  const hand = handTransport()
  const conversation = createConversation({ transport: hand.transport, outbox: createOutbox(store, 'x'), ...options })
  conversation.start()
  return { ...hand, conversation, store, states: () => conversation.snapshot().messages.map(one => one.state) }
}

function fromBot(number: number, part: Partial<ServerMessage> = {}): ServerMessage {
  return {
    id: `m${number}`,
    cursor: `c${number}`,
    author: 'bot',
    text: `lời ${number}`,
    created_at: '2026-11-20T02:00:00Z',
    ...part,
  }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

function withTimers(test: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] })
  test.after(() => mock.timers.reset())
}

test('a message is pending, sending, then sent', async () => {
  const { conversation, sent } = chat()
  const states: string[] = []
  conversation.subscribe(() => states.push(conversation.snapshot().messages.at(-1)?.state ?? ''))
  assert.equal(conversation.send('  ship bn v shop  '), true)
  assert.equal(sent[0]?.draft.text, 'ship bn v shop')
  sent[0]?.done({ id: 'm1', cursor: 'c1' })
  await settled()
  assert.deepEqual([...new Set(states)], ['pending', 'sending', 'sent'])
})

test('blank text is no message', () => {
  const { conversation, sent } = chat()
  assert.equal(conversation.send('  \n\t '), false)
  assert.equal(conversation.send('<script></script>'), false)
  assert.equal(sent.length, 0)
})

test('a text longer than the server takes is cut', () => {
  const { conversation, sent } = chat()
  conversation.send('x'.repeat(TEXT_MAX + 1))
  assert.equal(sent[0]?.draft.text.length, TEXT_MAX)
})

test('a failed message is resent under the same id', async () => {
  const { conversation, sent, states } = chat()
  conversation.send('còn hàng không')
  sent[0]?.fail(new SendFailure('widget.too_many'))
  await settled()
  assert.deepEqual(states(), ['failed'])
  assert.equal(conversation.snapshot().messages[0]?.reason, 'widget.too_many')
  conversation.resend(sent[0]?.draft.client_id ?? '')
  assert.equal(sent[1]?.draft.client_id, sent[0]?.draft.client_id)
  sent[1]?.done({ id: 'm1', cursor: 'c1' })
  await settled()
  assert.deepEqual(states(), ['sent'])
})

test('"send again" does not wait for the network to be reported back, and nothing is sent twice', async () => {
  const { conversation, sent, states } = chat()
  conversation.send('một')
  conversation.send('hai')
  sent[0]?.fail(new SendFailure('widget.too_many'))
  await settled()
  sent[1]?.fail(new SendFailure('network', true))
  await settled()
  assert.deepEqual(states(), ['failed', 'pending'])
  conversation.resend(sent[0]?.draft.client_id ?? '')
  sent[2]?.done({ id: 'm1', cursor: 'c1' })
  await settled()
  sent[3]?.done({ id: 'm2', cursor: 'c2' })
  await settled()
  assert.deepEqual(states(), ['sent', 'sent'])
  conversation.resend(sent[0]?.draft.client_id ?? '')
  assert.equal(sent.length, 4)
})

test('messages leave one at a time, in the order of writing', async () => {
  const { conversation, sent } = chat()
  conversation.send('một')
  conversation.send('hai')
  assert.equal(sent.length, 1)
  sent[0]?.done({ id: 'm1', cursor: 'c1' })
  await settled()
  assert.deepEqual(
    sent.map(one => one.draft.text),
    ['một', 'hai'],
  )
})

test('without a network messages wait, and go out in order when it is back', async () => {
  const { conversation, sent, states, say } = chat()
  conversation.send('một')
  conversation.send('hai')
  sent[0]?.fail(new SendFailure('network', true))
  await settled()
  assert.deepEqual(states(), ['pending', 'pending'])
  assert.equal(conversation.snapshot().waiting, 2)
  say().connection('online')
  assert.equal(sent[1]?.draft.client_id, sent[0]?.draft.client_id)
  sent[1]?.done({ id: 'm1', cursor: 'c1' })
  await settled()
  assert.equal(sent[2]?.draft.text, 'hai')
})

test('the queue survives a reload, with the same ids', async () => {
  const before = chat()
  before.conversation.send('chưa tới nơi')
  before.conversation.send('hỏng')
  const [first] = before.sent
  const after = chat({}, before.store)
  assert.deepEqual(
    after.sent.map(one => one.draft),
    [first?.draft],
  )
  assert.deepEqual(after.states(), ['sending', 'pending'])
  after.sent[0]?.done({ id: 'm1', cursor: 'c1' })
  await settled()
  after.sent[1]?.fail(new SendFailure('x'))
  await settled()
  assert.deepEqual(chat({}, before.store).states(), ['failed'])
})

test('a broken or forbidden store is no obstacle', () => {
  const broken: SmallStore = {
    getItem: () => '{"not":"a list"}',
    setItem: () => assert.fail('quota'),
    removeItem: () => assert.fail('forbidden'),
  }
  assert.equal(chat({}, broken).conversation.send('vẫn gửi được'), true)
})

test('messages stand in the order of the server, each once', async () => {
  const { conversation, sent, say } = chat()
  conversation.send('hỏi')
  const key = sent[0]?.draft.client_id ?? ''
  // The stream brings the visitor's own message before the request is answered.
  say().messages([fromBot(1), fromBot(2, { author: 'contact', client_id: key, text: 'hỏi' }), fromBot(3)], false)
  sent[0]?.done({ id: 'm2', cursor: 'c2' })
  await settled()
  say().messages([fromBot(3), fromBot(1)], false)
  assert.deepEqual(
    conversation.snapshot().messages.map(one => one.id),
    ['m1', 'm2', 'm3'],
  )
})

test('an answer that overtakes the receipt still stands after the question', async () => {
  const { conversation, sent, say } = chat()
  conversation.send('hỏi')
  say().messages([fromBot(5)], false)
  assert.deepEqual(
    conversation.snapshot().messages.map(one => one.author),
    ['bot', 'contact'],
  )
  sent[0]?.done({ id: 'm4', cursor: 'c4' })
  await settled()
  assert.deepEqual(
    conversation.snapshot().messages.map(one => one.id),
    ['m4', 'm5'],
  )
})

test('what the button said stands above the answer, and becomes the shop’s message with it', async () => {
  const { conversation, sent, say, store } = chat()
  conversation.greet('Cần tư vấn không ạ?')
  conversation.greet('Cần tư vấn không ạ?')
  conversation.send('Có ạ')
  const shown = () => conversation.snapshot().messages.map(one => [one.author, one.text])
  const both = [
    ['bot', 'Cần tư vấn không ạ?'],
    ['contact', 'Có ạ'],
  ]
  assert.deepEqual(shown(), both)
  assert.doesNotMatch(store.getItem('x') ?? '', /tư vấn/)
  sent[0]?.done({ id: 'm2', cursor: 'c2', greeting: { id: 'm1', cursor: 'c1' } })
  await settled()
  assert.deepEqual(shown(), both)
  say().messages([fromBot(1, { text: 'Cần tư vấn không ạ?' })], false)
  assert.deepEqual(shown(), both)
})

test('what the shop did not take of it is gone, and what came before the receipt stands once', async () => {
  for (const stored of [false, true]) {
    const { conversation, sent, say } = chat()
    conversation.greet('Cần tư vấn không ạ?')
    conversation.send('Có ạ')
    if (stored) say().messages([fromBot(1)], false)
    sent[0]?.done({ id: 'm2', cursor: 'c2', ...(stored && { greeting: { id: 'm1', cursor: 'c1' } }) })
    await settled()
    assert.deepEqual(
      conversation.snapshot().messages.map(one => one.id),
      stored ? ['m1', 'm2'] : ['m2'],
    )
  }
})

test('what comes while the box is closed is unread, opening clears it', () => {
  const shown: string[] = []
  const counts: number[] = []
  const { conversation, say, read } = chat({
    onMessage: message => shown.push(message.text),
    onUnread: count => counts.push(count),
  })
  say().messages([fromBot(1)], false)
  say().messages([fromBot(1), fromBot(2)], false)
  assert.equal(conversation.snapshot().unread, 2)
  assert.deepEqual(shown, ['lời 1', 'lời 2'])
  conversation.show(true)
  assert.equal(conversation.snapshot().unread, 0)
  assert.deepEqual(read, ['c2'])
  say().messages([fromBot(3)], false)
  assert.deepEqual(counts, [1, 2, 0])
  assert.deepEqual(read, ['c2', 'c3'])
})

test('the mark never goes back, and one’s own messages and notes of the system are not unread', async () => {
  const { conversation, sent, say, read } = chat({ read: 'c1' })
  say().messages([fromBot(1), fromBot(2, { author: 'system' })], false)
  assert.equal(conversation.snapshot().unread, 0)
  say().messages([fromBot(3)], false)
  conversation.readElsewhere('c4')
  conversation.readElsewhere('c2')
  assert.equal(conversation.snapshot().unread, 0)
  say().messages([fromBot(5)], false)
  conversation.send('hỏi')
  sent[0]?.done({ id: 'm6', cursor: 'c6' })
  await settled()
  assert.equal(conversation.snapshot().unread, 0, 'whoever writes has read what stands above')
  conversation.show(true)
  say().messages([fromBot(7)], false)
  say().messages([fromBot(3)], false)
  assert.deepEqual(read, ['c7'])
})

test('before the shop has said anything there is nothing to report as read', async () => {
  const { conversation, sent, read } = chat()
  conversation.show(true)
  conversation.send('hỏi')
  sent[0]?.done({ id: 'm1', cursor: 'c1' })
  await settled()
  assert.deepEqual(read, [])
})

test('an old conversation is not new to a browser without a reading mark, and is to one with it', () => {
  const fresh = chat()
  fresh.say().messages([fromBot(1), fromBot(2)], true)
  assert.equal(fresh.conversation.snapshot().unread, 0)
  const marked = chat({ read: 'c1' })
  marked.say().messages([fromBot(1), fromBot(2)], true)
  assert.equal(marked.conversation.snapshot().unread, 1)
  marked.conversation.readElsewhere('c2')
  assert.equal(marked.conversation.snapshot().unread, 0)
})

test('the header says connecting for a second, then online', t => {
  withTimers(t)
  const { conversation, say } = chat()
  assert.equal(conversation.snapshot().connection, 'connecting')
  say().connection('online')
  mock.timers.tick(999)
  assert.equal(conversation.snapshot().connection, 'connecting')
  mock.timers.tick(1)
  assert.equal(conversation.snapshot().connection, 'online')
  say().connection('reconnecting')
  say().connection('online')
  assert.equal(conversation.snapshot().connection, 'online')
})

test('a network lost within that second is not covered by it, and nobody types through it', t => {
  withTimers(t)
  const { conversation, say } = chat()
  say().connection('online')
  say().typing('bot', null)
  say().connection('reconnecting')
  mock.timers.tick(1000)
  assert.equal(conversation.snapshot().connection, 'reconnecting')
  assert.equal(conversation.snapshot().typing, null)
})

test('checking shows until the last of two checks is over', () => {
  const { conversation, say } = chat()
  say().checking(true)
  say().checking(true)
  say().checking(false)
  assert.equal(conversation.snapshot().checking, true)
  say().checking(false)
  assert.equal(conversation.snapshot().checking, false)
})

test('the same rating again withdraws it; what is not stored cannot be rated', () => {
  const { conversation, say, rated } = chat()
  conversation.greet('Chào bạn')
  say().messages([fromBot(1, { rating: null })], false)
  for (const rating of ['good', 'bad', 'bad'] as const) conversation.rate('m1', rating)
  conversation.rate('greeting', 'good')
  assert.deepEqual(rated, [
    ['m1', 'good'],
    ['m1', 'bad'],
    ['m1', null],
  ])
})

test('typing shows for six seconds, or until the message comes', t => {
  withTimers(t)
  const { conversation, say } = chat()
  say().typing('bot', null)
  mock.timers.tick(5999)
  assert.deepEqual(conversation.snapshot().typing, { author: 'bot', name: null, draft: '' })
  mock.timers.tick(1)
  assert.equal(conversation.snapshot().typing, null)
  say().typing('member', 'Hạnh')
  say().messages([fromBot(1)], false)
  assert.deepEqual(conversation.snapshot().typing, { author: 'member', name: 'Hạnh', draft: '' })
  say().messages([fromBot(2, { author: 'member' })], false)
  assert.equal(conversation.snapshot().typing, null)
})

test('a reply is shown as far as it is written, until it is said, taken back, or nothing more is heard', t => {
  withTimers(t)
  const { conversation, say } = chat()
  say().typing('bot', null)
  say().draft('Dạ, phí ship 20.000đ ạ.')
  mock.timers.tick(4000)
  say().typing('bot', null)
  assert.deepEqual(conversation.snapshot().typing, { author: 'bot', name: null, draft: 'Dạ, phí ship 20.000đ ạ.' })
  mock.timers.tick(5999)
  assert.ok(conversation.snapshot().typing)
  say().messages([fromBot(1)], false)
  assert.equal(conversation.snapshot().typing, null)
  assert.equal(conversation.snapshot().drafted, true)
  conversation.send('cảm ơn')
  assert.equal(conversation.snapshot().drafted, false)
  say().draft('Dạ')
  say().draft('')
  assert.equal(conversation.snapshot().typing, null)
  say().draft('Dạ')
  say().typing('member', 'Hạnh')
  assert.deepEqual(conversation.snapshot().typing, { author: 'member', name: 'Hạnh', draft: '' })
  say().draft('Dạ')
  mock.timers.tick(6000)
  assert.equal(conversation.snapshot().typing, null)
})

test("the visitor's typing is told at most every three seconds", () => {
  const { conversation, typedTimes } = chat()
  conversation.typed()
  conversation.typed()
  assert.equal(typedTimes(), 1)
  conversation.send('hỏi')
  conversation.typed()
  assert.equal(typedTimes(), 2, 'the next message is typed anew')
})

test('a box is empty until it is ticked; another version, and the end of asking, take the tick away', () => {
  const { conversation, say, agreed } = chat()
  const words = {
    language: 'vi' as const,
    version: 3,
    words: 'Nhận tin của tiệm, nhiều nhất 1 tin mỗi tuần. Dừng: nhắn TC.',
  }
  say().asks([words])
  assert.deepEqual([conversation.snapshot().asked, conversation.snapshot().agreed, agreed], [[words], null, []])
  conversation.agree(words)
  say().asks([{ ...words }])
  assert.equal(conversation.snapshot().agreed, words)
  say().asks([{ ...words, version: 4 }])
  assert.equal(conversation.snapshot().agreed, null)
  conversation.agree(words)
  say().asks([{ ...words, language: 'en' }])
  assert.equal(conversation.snapshot().agreed, null)
  conversation.agree(words)
  say().asks([])
  assert.deepEqual([conversation.snapshot().asked, conversation.snapshot().agreed], [[], null])
  assert.deepEqual(agreed, [3, null, 3, null, 3, null])
})
