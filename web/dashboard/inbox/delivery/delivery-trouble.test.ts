import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Trouble, troubleOf } from './delivery-trouble.ts'
import type { WindowFacts } from '#web/parts/conversations/reply-window.ts'

const wrote = new Date('2026-11-20T03:00:00Z')
const at = (hours: number) => new Date(wrote.getTime() + hours * 3_600_000)

type DeliveryFacts = Parameters<typeof troubleOf>[0]

function trouble(message: Partial<DeliveryFacts>, facts: Partial<WindowFacts> = {}): Trouble | undefined {
  return troubleOf(
    {
      status: 'sent',
      error_code: null,
      held_reason: null,
      check_at: null,
      author: 'member',
      may_cost: false,
      ...message,
    },
    { kind: 'facebook', lastInteraction: wrote, humanAgent: false, now: at(1), ...facts },
    'vi',
  )
}

const seen = (one: Trouble | undefined) => [one?.serious, one?.action]

test('what arrived, and what is on its way, is no trouble', () => {
  for (const status of ['queued', 'sending', 'sent', 'delivered', 'read'] as const)
    assert.equal(trouble({ status }), undefined)
})

test('a failure is explained by its code, and can be sent again', () => {
  const failed = trouble({ status: 'failed', error_code: 'facebook.recipient_unreachable' })
  assert.equal(failed?.serious, true)
  assert.match(failed?.title ?? '', /^Chưa gửi được: /)
  assert.ok(failed?.text)
  assert.equal(failed?.action, 'resend')
})

test('what would only be held again is not offered, and what costs is asked for', () => {
  assert.equal(trouble({ status: 'failed', error_code: 'x' }, { now: at(30) })?.action, undefined)
  assert.equal(trouble({ status: 'failed', error_code: 'x' }, { now: at(30), humanAgent: true })?.action, 'resend')
  assert.equal(
    trouble({ status: 'failed', author: 'bot' }, { now: at(30), humanAgent: true })?.action,
    undefined,
    'the week is for people',
  )
  const costs = { kind: 'zalo' as const, now: at(60) }
  assert.equal(trouble({ status: 'held', held_reason: 'confirmation_needed' }, costs)?.action, 'pay')
  assert.equal(trouble({ status: 'failed', may_cost: true }, costs)?.action, 'resend')
  const bots = { status: 'held', held_reason: 'paid_limit', author: 'bot' } as const
  assert.deepEqual(
    [trouble(bots, costs)?.action, trouble(bots, { ...costs, now: at(200) })?.action],
    ['pay', undefined],
  )
})

test('what goes out by itself needs no button; what a person overtook can be sent anyway', () => {
  for (const held_reason of ['channel', 'quota'])
    assert.deepEqual(seen(trouble({ status: 'held', held_reason })), [false, undefined])
  for (const held_reason of ['taken_over', 'bot_off'])
    assert.deepEqual(seen(trouble({ status: 'held', held_reason, author: 'bot' })), [false, 'anyway'])
  assert.match(trouble({ status: 'held', held_reason: 'channel' })?.title ?? '', /^Đang giữ lại: kênh/)
})

test('an unsure one waits for a person only when nothing looks after it any more', () => {
  assert.deepEqual(seen(trouble({ status: 'unsure', check_at: '2026-11-20T04:00:30Z' })), [false, undefined])
  const left = trouble({ status: 'unsure' })
  assert.deepEqual(seen(left), [false, 'resend'])
  assert.match(left?.text ?? '', /hai lần/)
})

test('who wrote it decides how long it may be sent again', () => {
  const late = { now: at(30), humanAgent: true }
  for (const [author, action] of [
    ['member', 'resend'],
    ['bot', undefined],
    ['system', undefined],
    ['contact', undefined],
  ] as const)
    assert.equal(trouble({ status: 'failed', author }, late)?.action, action, author)
})
