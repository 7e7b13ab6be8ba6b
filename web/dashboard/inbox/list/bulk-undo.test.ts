import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkAct } from '#shared/contracts/inbox/conversations.contract.ts'
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

test('each act on each state is taken back to that state, and to none other', () => {
  const ended = '2026-11-20T09:00:00Z'
  const ahead = '2026-11-21T01:00:00Z'
  const undone = (act: BulkAct, row: Partial<Before>) =>
    undoSteps(act, [{ ...plain, ...row }], now).map(step => step.act)
  for (const [act, row, acts] of [
    [{ act: 'reopen', waiting: false }, { status: 'closed' }, [{ act: 'close' }]],
    [{ act: 'reopen', waiting: false }, { status: 'snoozed', snoozed_until: ahead }, [{ act: 'snooze', until: ahead }]],
    [{ act: 'reopen', waiting: false }, { status: 'snoozed', snoozed_until: ended }, []],
    [{ act: 'reopen', waiting: false }, {}, []],
    [{ act: 'snooze', until: ahead }, { status: 'closed' }, []],
    [{ act: 'snooze', until: ahead }, {}, [{ act: 'snooze', until: null }]],
    [{ act: 'resume-bot' }, { bot_status: 'off', bot_off_until: ended }, []],
    [{ act: 'pause-bot' }, { bot_status: 'off', bot_off_until: ended }, []],
    [
      { act: 'pause-bot' },
      { bot_status: 'off', bot_off_until: '2026-11-20T09:00:01Z' },
      [{ act: 'pause-bot', minutes: 1 }],
    ],
    [{ act: 'read', unread: true }, { unread: true }, []],
    [{ act: 'read', unread: true }, {}, [{ act: 'read', unread: false }]],
  ] as [BulkAct, Partial<Before>, BulkAct[]][])
    assert.deepEqual(undone(act, row), acts, JSON.stringify([act, row]))
})
