import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Before, undoSteps } from './bulk-undo.ts'

const now = new Date('2026-11-20T09:00:00Z')
const plain: Before = {
  id: 'a',
  status: 'open',
  snoozed_until: null,
  waiting_since: null,
  assignee_id: null,
  tag_ids: [],
  bot_status: 'on',
  bot_off_by: null,
  bot_off_until: null,
  unread: false,
}

test('what was closed opens as it was: waiting, put away, with the bot paused', () => {
  const rows: Before[] = [
    plain,
    { ...plain, id: 'b', waiting_since: '2026-11-20T08:00:00Z' },
    { ...plain, id: 'c', status: 'snoozed', snoozed_until: '2026-11-21T01:00:00Z' },
    { ...plain, id: 'd', bot_status: 'off', bot_off_until: '2026-11-20T09:10:00Z' },
    { ...plain, id: 'e', status: 'closed' },
  ]
  assert.deepEqual(undoSteps({ act: 'close' }, rows, now), [
    { act: { act: 'reopen', waiting: false }, ids: ['a', 'c', 'd'] },
    { act: { act: 'reopen', waiting: true }, ids: ['b'] },
    { act: { act: 'snooze', until: '2026-11-21T01:00:00Z' }, ids: ['c'] },
    { act: { act: 'pause-bot', minutes: 10 }, ids: ['d'] },
  ])
})

test('only what an act changed is taken back', () => {
  const rows: Before[] = [
    { ...plain, assignee_id: 'minh', tag_ids: ['x'], unread: true },
    { ...plain, id: 'b', assignee_id: 'hanh', tag_ids: ['y'] },
  ]
  assert.deepEqual(undoSteps({ act: 'assign', person_id: 'hanh' }, rows, now), [
    { act: { act: 'assign', person_id: 'minh' }, ids: ['a'] },
  ])
  assert.deepEqual(undoSteps({ act: 'tags', add: ['x'] }, rows, now), [
    { act: { act: 'tags', add: [], remove: ['x'] }, ids: ['b'] },
  ])
  assert.deepEqual(undoSteps({ act: 'tags', remove: ['x'] }, rows, now), [
    { act: { act: 'tags', add: ['x'], remove: [] }, ids: ['a'] },
  ])
  assert.deepEqual(undoSteps({ act: 'read' }, rows, now), [{ act: { act: 'read', unread: true }, ids: ['a'] }])
})

test('the bot is as before, and who waited waits on', () => {
  const off: Before = { ...plain, bot_status: 'off', waiting_since: '2026-11-20T08:00:00Z' }
  assert.deepEqual(undoSteps({ act: 'resume-bot' }, [off, { ...plain, id: 'b' }], now), [
    { act: { act: 'reopen', waiting: true }, ids: ['a'] },
    { act: { act: 'pause-bot' }, ids: ['a'] },
  ])
  assert.deepEqual(undoSteps({ act: 'pause-bot' }, [{ ...off, bot_status: 'on' }], now), [
    { act: { act: 'resume-bot' }, ids: ['a'] },
    { act: { act: 'reopen', waiting: true }, ids: ['a'] },
  ])
})

test('what came back by itself meanwhile is not put away again', () => {
  const row: Before = { ...plain, status: 'snoozed', snoozed_until: '2026-11-20T08:59:00Z' }
  assert.deepEqual(undoSteps({ act: 'snooze', until: '2026-11-21T01:00:00Z' }, [row], now), [
    { act: { act: 'snooze', until: null }, ids: ['a'] },
  ])
})
