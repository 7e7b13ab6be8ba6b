import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnread } from './unread.ts'

const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, '0')}:00Z`
const chat = { id: 'c', last_inbound_at: at(30) }

test('what the customer wrote after the member had read is unread', () => {
  assert.equal(isUnread(chat, [{ conversation_id: 'c', read_at: at(29) }], at(0)), true)
  assert.equal(isUnread(chat, [{ conversation_id: 'c', read_at: at(30) }], at(0)), false)
  assert.equal(isUnread(chat, [], at(0)), true)
  assert.equal(isUnread({ id: 'c', last_inbound_at: null }, [], at(0)), false)
})

test('who comes new to a team, or has read very much, does not find everything unread', () => {
  assert.equal(isUnread(chat, [], at(40)), false)
  const many = Array.from({ length: 500 }, (_, index) => ({ conversation_id: `x${index}`, read_at: at(45) }))
  assert.equal(isUnread(chat, many, at(0)), false)
  assert.equal(isUnread(chat, many.slice(1), at(0)), true)
})
