import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payoutDeskTexts } from '#shared/texts/operator/payout-desk-texts.ts'
import { wordsOf } from './withdrawal-words.ts'

test('a bank account is paid with the code, a Payoneer account with Payoneer', () => {
  const sent = (method: 'bank' | 'payoneer') => {
    const withdrawal = { method, needs_two: false, first_approved_at: null }
    return wordsOf(payoutDeskTexts('en'), 'sent', withdrawal, { name: 'Spa', amount: '$50' }).text
  }
  assert.match(sent('bank'), /^Scan the code/)
  assert.match(sent('payoneer'), /^Send it with Payoneer/)
})
