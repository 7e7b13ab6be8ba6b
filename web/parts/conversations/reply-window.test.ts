import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastInteraction, replyWindow } from './reply-window.ts'

const wrote = new Date('2026-11-20T03:00:00Z')
const later = (hours: number) => new Date(wrote.getTime() + hours * 3_600_000)
const facts = { lastInteraction: wrote, humanAgent: true }

test('Messenger: a day for everybody, then a week for people where Facebook has allowed it', () => {
  const messenger = { ...facts, kind: 'facebook' as const }
  assert.deepEqual(replyWindow({ ...messenger, now: later(3) }), {
    kind: 'open',
    until: later(24),
    afterwards: { kind: 'agent', until: later(168) },
  })
  assert.deepEqual(replyWindow({ ...messenger, now: later(30) }), { kind: 'agent', until: later(168) })
  assert.deepEqual(replyWindow({ ...messenger, now: later(30) }, 'bot'), { kind: 'closed', at: later(24) })
  assert.deepEqual(replyWindow({ ...messenger, humanAgent: false, now: later(3) }), {
    kind: 'open',
    until: later(24),
    afterwards: undefined,
  })
  assert.deepEqual(replyWindow({ ...messenger, humanAgent: false, now: later(30) }), { kind: 'closed', at: later(24) })
})

test('Zalo: two days for free, then at a cost, then not at all', () => {
  const zalo = { ...facts, kind: 'zalo' as const }
  assert.deepEqual(replyWindow({ ...zalo, now: later(2) }), {
    kind: 'open',
    until: later(48),
    afterwards: { kind: 'paid', until: later(168) },
  })
  assert.deepEqual(replyWindow({ ...zalo, now: later(48) }), { kind: 'paid', until: later(168) })
  assert.deepEqual(replyWindow({ ...zalo, now: later(168) }), { kind: 'closed', at: later(168) })
})

test('a website takes replies always; nobody who never wrote can be written to', () => {
  assert.deepEqual(replyWindow({ ...facts, kind: 'website', lastInteraction: null, now: wrote }), { kind: 'always' })
  assert.deepEqual(replyWindow({ ...facts, kind: 'zalo', lastInteraction: null, now: wrote }), {
    kind: 'closed',
    at: null,
  })
})

test('the later of what the chat and the contact know counts', () => {
  assert.deepEqual(lastInteraction(null, '2026-11-20T03:00:00Z', '2026-11-19T03:00:00+00:00'), wrote)
  assert.equal(lastInteraction(null, undefined), null)
})
