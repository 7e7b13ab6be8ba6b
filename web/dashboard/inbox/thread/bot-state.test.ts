import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botState, waitingFor } from './bot-state.ts'

const now = new Date('2026-11-20T09:00:00Z')
const later = '2026-11-20T09:30:00Z'
const earlier = '2026-11-20T08:59:59Z'
/** At its very time a pause is over. */
const over = [earlier, '2026-11-20T09:00:00Z']
const on = {
  bot_status: 'on',
  bot_off_by: null,
  bot_off_until: null,
  bot_held_until: null,
  waiting_since: null,
} as const
const shopOn = { bot_status: 'on' } as const

test('a pause holds until its time, then the bot is on although the row still says off', () => {
  const paused = { ...on, bot_status: 'off', bot_off_by: 'member', bot_off_until: later } as const
  assert.deepEqual(botState(paused, shopOn, now), { kind: 'off', until: later, by: 'member' })
  for (const until of over) assert.deepEqual(botState({ ...paused, bot_off_until: until }, shopOn, now), { kind: 'on' })
})

test('a pause without an end holds', () => {
  const paused = { ...on, bot_status: 'off', bot_off_by: 'hand_over' } as const
  assert.deepEqual(botState(paused, shopOn, now), { kind: 'off', until: null, by: 'hand_over' })
})

test('the whole shop goes before the chat', () => {
  assert.deepEqual(botState(on, { bot_status: 'off' }, now), { kind: 'shop-off' })
})

test('typing holds the bot for its minute', () => {
  assert.deepEqual(botState({ ...on, bot_held_until: later }, shopOn, now), { kind: 'held' })
  for (const until of over) assert.deepEqual(botState({ ...on, bot_held_until: until }, shopOn, now), { kind: 'on' })
})

test('the reason of the wait follows from who made the bot stop', () => {
  const waiting = { ...on, waiting_since: earlier }
  assert.equal(waitingFor(on, { kind: 'on' }), undefined)
  assert.equal(waitingFor(waiting, { kind: 'on' }), 'bot-unsure')
  assert.equal(
    waitingFor({ ...waiting, bot_off_by: 'hand_over' }, { kind: 'off', until: null, by: 'hand_over' }),
    'wants-person',
  )
  assert.equal(waitingFor(waiting, { kind: 'shop-off' }), 'waits-for-you')
})
