import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailboxOf } from './mailbox.ts'

test('spellings of one mailbox are one, those of others are not', () => {
  for (const email of ['Chi.Hoa+sen@gmail.com', ' chihoa@googlemail.com ', 'c.h.i.hoa@GMAIL.com'])
    assert.equal(mailboxOf(email), 'chihoa@gmail.com')
  assert.equal(mailboxOf('hoa+1@outlook.com'), 'hoa@outlook.com')
  assert.notEqual(mailboxOf('hoa.tran@outlook.com'), mailboxOf('hoatran@outlook.com'))
  assert.notEqual(mailboxOf('hoa+1@shop.example'), mailboxOf('hoa+2@shop.example'))
  assert.equal(mailboxOf('Hoa@Shop.Example'), 'hoa@shop.example')
})
