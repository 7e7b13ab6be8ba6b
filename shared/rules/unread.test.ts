import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadState, unreadMessages } from './unread.ts'

const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, '0')}:00Z`
const chat = { id: 'c', last_inbound_at: at(30), inbound_count: 7 }
const mark = (minute: number, seen: number, conversation = 'c'): ReadState => ({
  conversation_id: conversation,
  read_at: at(minute),
  marked_at: at(minute),
  inbound_count: seen,
})

test('what the customer wrote after the member had read is unread, and counted', () => {
  assert.equal(unreadMessages(chat, [mark(29, 4)], at(0)), 3)
  assert.equal(unreadMessages(chat, [mark(30, 7)], at(0)), 0)
  assert.equal(unreadMessages(chat, [], at(0)), 7)
  assert.equal(unreadMessages({ ...chat, last_inbound_at: null }, [], at(0)), 0)
})

test('a message that moved in while another was read still counts as one', () => {
  assert.equal(unreadMessages(chat, [mark(29, 7)], at(0)), 1)
})

test('who comes new to a team, or has read very much, does not find everything unread', () => {
  assert.equal(unreadMessages(chat, [], at(40)), 0)
  const many = Array.from({ length: 500 }, (_, index) => mark(45, 1, `x${index}`))
  assert.equal(unreadMessages(chat, many, at(0)), 0)
  assert.equal(unreadMessages(chat, many.slice(1), at(0)), 7)
})

test('an old conversation that was put back just now stays unread', () => {
  const again = { ...mark(29, 6), marked_at: at(50) }
  const many = Array.from({ length: 499 }, (_, index) => mark(45, 1, `x${index}`))
  assert.equal(unreadMessages(chat, [again, ...many], at(40)), 1)
})
