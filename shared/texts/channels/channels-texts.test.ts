import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repairs } from '../../contracts/channels/channels.contract.ts'
import { languages } from '../../words.ts'
import { explainChannelCode, explainHeld, repairText } from './channels-texts.ts'

test('what has no text of its own is told by what it means', () => {
  assert.equal(explainChannelCode('vi', 'other.rate_limited').title, 'Gửi quá nhanh')
  assert.equal(explainChannelCode('en', 'other.made_up').title, 'The platform refused the message')
  assert.equal(explainChannelCode('en', 'constructor').title, 'The platform refused the message')
})

test('every reason to hold a message is said in its own words, in both languages', () => {
  for (const language of languages) {
    const reasons = ['window_closed', 'confirmation_needed', 'channel', 'taken_over', 'bot_off', 'quota', 'paid_limit']
    assert.equal(new Set(reasons.map(reason => explainHeld(language, reason))).size, reasons.length)
  }
})

test('every repair but none has a button', () => {
  for (const language of languages)
    for (const repair of repairs) assert.equal(repairText(language, repair) === '', repair === 'none')
})
