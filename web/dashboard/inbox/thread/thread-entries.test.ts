import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#web/data/wire-rows.ts'
import type { PendingReply } from '#web/dashboard/inbox/composer/reply-outbox.ts'
import { threadEntries, type ThreadAnswer, type ThreadPart, threadParts } from './thread-entries.ts'

const dayOf = (at: string) => Math.floor(Date.parse(at) / 86_400_000)

function message(seq: number, author: string, at: string, more: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    seq,
    author,
    created_at: at,
    member_id: null,
    client_id: null,
    status: 'sent',
    edited_at: null,
    may_repeat: false,
    written_in_app: false,
    ...more,
  } as Message
}

function answer(more: Partial<ThreadAnswer>): ThreadAnswer {
  return {
    id: 'a',
    conversation_id: 'c',
    act: 'answer',
    reply_id: null,
    silent_reason: null,
    visitor_rating: null,
    up_to_seq: 1,
    created_at: '2026-11-20T09:00:02Z',
    ...more,
  }
}

const shape = (entries: ReturnType<typeof threadEntries>) =>
  entries.map(entry =>
    entry.kind === 'message'
      ? `${entry.message.id}${entry.last ? '.' : ''}`
      : entry.kind === 'event'
        ? entry.event
        : entry.kind === 'pending'
          ? entry.reply.text
          : 'day',
  )

test('days are parted; messages of one author within two minutes share one time', () => {
  const entries = threadEntries(
    [
      message(1, 'contact', '2026-11-19T23:59:30Z'),
      message(2, 'contact', '2026-11-20T00:00:10Z'),
      message(3, 'contact', '2026-11-20T00:01:00Z'),
      message(4, 'contact', '2026-11-20T00:09:00Z'),
    ],
    [],
    [],
    dayOf,
  )
  assert.deepEqual(shape(entries), ['day', 'm1.', 'day', 'm2', 'm3.', 'm4.'])
})

test('a hand-over is told under the reply that announced it', () => {
  const entries = threadEntries(
    [message(1, 'contact', '2026-11-20T09:00:00Z'), message(2, 'bot', '2026-11-20T09:00:02Z')],
    [answer({ act: 'handoff', reply_id: 'm2' })],
    [],
    dayOf,
  )
  assert.deepEqual(shape(entries), ['day', 'm1.', 'm2.', 'handoff'])
})

test('an answer that was not sent for want of messages is told under the question', () => {
  const entries = threadEntries(
    [message(1, 'contact', '2026-11-20T09:00:00Z')],
    [answer({ silent_reason: 'limit_reached' })],
    [],
    dayOf,
  )
  assert.deepEqual(shape(entries), ['day', 'm1.', 'limit'])
})

test('what the bot left unsaid outside of the hours is told under the message, and what it said is a hand-over', () => {
  const entries = (more: Partial<ThreadAnswer>) =>
    shape(
      threadEntries(
        [message(1, 'contact', '2026-11-20T09:00:00Z'), message(2, 'bot', '2026-11-20T09:00:02Z')],
        [answer({ act: 'handoff', ...more })],
        [],
        dayOf,
      ),
    )
  assert.deepEqual(entries({ silent_reason: 'outside_hours' }), ['day', 'm1.', 'closed', 'm2.'])
  assert.deepEqual(entries({ reply_id: 'm2' }), ['day', 'm1.', 'm2.', 'handoff'])
})

test('a pending reply stands last, and only until its message is there', () => {
  const pending = [{ clientId: 'k', text: 'hi', at: '2026-11-20T09:01:00Z', state: 'sending' as const }]
  const first = [message(1, 'contact', '2026-11-20T09:00:00Z')]
  assert.deepEqual(shape(threadEntries(first, [], pending, dayOf)), ['day', 'm1.', 'hi'])
  const both = [...first, message(2, 'member', '2026-11-20T09:01:00Z', { client_id: 'k' })]
  const entries = threadEntries(both, [], pending, dayOf)
  assert.deepEqual(shape(entries), ['day', 'm1.', 'm2.'])
  assert.equal(entries.at(-1)?.key, 'k')
})

test('what is said of one message stands under it: an edit, a doubt, a failure, another app', () => {
  const at = '2026-11-20T09:00:00Z'
  const column = (more: Partial<Message>) =>
    shape(threadEntries([message(1, 'member', at, more), message(2, 'member', at)], [], [], dayOf))
  assert.deepEqual(column({}), ['day', 'm1', 'm2.'])
  for (const more of [{ edited_at: at }, { may_repeat: true }, { written_in_app: true }, { status: 'held' }])
    assert.deepEqual(column(more as Partial<Message>), ['day', 'm1.', 'm2.'], JSON.stringify(more))
})

test('parts begin at the same messages when older ones come; a day stands with its first message', () => {
  const all = Array.from({ length: 95 }, (_, at) =>
    message(at + 1, 'contact', `2026-11-${10 + Math.floor(at / 20)}T09:00:00Z`),
  )
  const cut = (from: number) =>
    threadParts(threadEntries(all.slice(from), [], [{ clientId: 'p' } as PendingReply], dayOf))
  const messagesOf = ({ entries }: ThreadPart) =>
    entries.flatMap(entry => (entry.kind === 'message' ? [entry.message.seq] : []))
  const later = cut(50)
  const whole = cut(0)
  assert.deepEqual(whole.slice(-1), later.slice(-1))
  assert.deepEqual(
    whole.map(part => [part.key, messagesOf(part)[0], messagesOf(part).length]),
    [
      [0, 1, 39],
      [1, 40, 40],
      [2, 80, 16],
    ],
  )
  assert.equal(whole.flatMap(part => part.entries).length, 95 + 5 + 1)
  for (const { entries } of whole) assert.notEqual(entries.at(-1)?.kind, 'day')
  assert.equal(whole.at(-1)?.entries.at(-1)?.kind, 'pending')
  assert.deepEqual(threadParts(threadEntries([], [], [{ clientId: 'p' } as PendingReply], dayOf)).length, 1)
})

test('two minutes apart are no longer together, to the second', () => {
  const gap = (at: string) =>
    shape(threadEntries([message(1, 'contact', '2026-11-20T09:00:00Z'), message(2, 'contact', at)], [], [], dayOf))
  assert.deepEqual(gap('2026-11-20T09:01:59Z'), ['day', 'm1', 'm2.'])
  assert.deepEqual(gap('2026-11-20T09:02:00Z'), ['day', 'm1.', 'm2.'])
})

test('of what the bot decided, only what a person must know is told', () => {
  const shownEvent = (act: string, silent_reason: string | null) =>
    shape(
      threadEntries(
        [message(1, 'contact', '2026-11-20T09:00:00Z')],
        [answer({ act, silent_reason } as Partial<ThreadAnswer>)],
        [],
        dayOf,
      ),
    ).slice(2)
  for (const [act, reason, event] of [
    ['handoff', null, ['handoff']],
    ['abstain', null, ['abstain']],
    ['answer', 'limit_reached', ['limit']],
    ['handoff', 'outside_hours', ['closed']],
    ['answer', null, []],
    ['smalltalk', null, []],
    ['answer', 'taken_over', []],
  ] as const)
    assert.deepEqual(shownEvent(act, reason), event, `${act} ${reason}`)
})
