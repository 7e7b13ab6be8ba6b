import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveChange } from './live-topic.ts'
import { emptyWindow, type RowWindow, withChange, withPage, type WindowRules } from './row-window.ts'

type Item = { id: string; at: number; open: boolean }

const rules: WindowRules<Item> = {
  table: 'items',
  keyOf: row => row.id,
  accepts: row => row.open,
  compare: (a, b) => b.at - a.at,
}

const item = (id: string, at: number, open = true): Item => ({ id, at, open })
const changeOf = (record: object, type: LiveChange['type'] = 'UPDATE', table = 'items'): LiveChange => ({
  cursor: '1-1',
  table,
  type,
  record: record as Record<string, unknown>,
})
const ids = (window: RowWindow<Item>) => window.rows.map(row => row.id).join('')

test('pages follow each other without doubles', () => {
  const first = withPage(emptyWindow<Item>(), [item('a', 9), item('b', 8)], true, rules)
  const second = withPage(first, [item('b', 8), item('c', 7)], false, rules)
  assert.equal(ids(second), 'abc')
  assert.equal(second.edge?.id, 'c')
  assert.equal(second.more, false)
  assert.equal(withPage(first, [], false, rules).edge?.id, 'b', 'an empty page does not forget how far was read')
})

test('a changed row moves to its new place', () => {
  const window = withPage(emptyWindow<Item>(), [item('a', 9), item('b', 8), item('c', 7)], false, rules)
  assert.equal(ids(withChange(window, changeOf(item('c', 10)), rules)), 'cab')
})

test('a row that no longer belongs leaves, and one that was deleted', () => {
  const window = withPage(emptyWindow<Item>(), [item('a', 9), item('b', 8)], false, rules)
  assert.equal(ids(withChange(window, changeOf(item('a', 9, false)), rules)), 'b')
  assert.equal(ids(withChange(window, changeOf({ id: 'b' }, 'DELETE'), rules)), 'a')
  const half = { ...window, more: true }
  const strict = { ...rules, compare: (a: Item, b: Item) => b.at.toFixed().localeCompare(a.at.toFixed()) }
  assert.equal(ids(withChange(half, changeOf({ id: 'b' }, 'DELETE'), strict)), 'a', 'of which only the key is told')
})

test('a row below what was read waits for its page; with everything read it comes in', () => {
  const half = withPage(emptyWindow<Item>(), [item('a', 9), item('b', 8)], true, rules)
  assert.equal(ids(withChange(half, changeOf(item('z', 1)), rules)), 'ab')
  const whole = withPage(emptyWindow<Item>(), [item('a', 9), item('b', 8)], false, rules)
  assert.equal(ids(withChange(whole, changeOf(item('z', 1)), rules)), 'abz')
})

test('a row that sinks below what was read leaves until its page comes', () => {
  const half = withPage(emptyWindow<Item>(), [item('a', 9), item('b', 8)], true, rules)
  assert.equal(ids(withChange(half, changeOf(item('a', 1)), rules)), 'b')
})

test('other tables and unknown deletions change nothing, not even the object', () => {
  const window = withPage(emptyWindow<Item>(), [item('a', 9)], false, rules)
  assert.equal(withChange(window, changeOf(item('x', 3), 'INSERT', 'others'), rules), window)
  assert.equal(withChange(window, changeOf({ id: 'y' }, 'DELETE'), rules), window)
})

test('what only reading told stays with a row that changes, and helps to judge it', () => {
  type Found = Item & { found?: true }
  const merging: WindowRules<Found> = {
    ...rules,
    accepts: row => row.open || row.found === true,
    merge: ({ found }, changed) => ({ ...changed, ...(found && { found }) }),
  }
  const read = withPage(emptyWindow<Found>(), [{ ...item('a', 9), found: true }, item('b', 8)], false, merging)
  const changed = withChange(
    withChange(read, changeOf(item('a', 7, false)), merging),
    changeOf(item('b', 8, false)),
    merging,
  )
  assert.deepEqual(changed.rows, [{ ...item('a', 7, false), found: true }])
  assert.equal(withChange(changed, changeOf({ id: 'a' }, 'DELETE'), merging).rows.length, 0)
})
