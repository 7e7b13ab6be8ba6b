import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsToAsk } from './words-to-ask.ts'

const stored = [
  { purpose: 'care' as const, language: 'vi' as const, words: 'chăm sóc' },
  { purpose: 'promotion' as const, language: 'vi' as const, words: 'vi, mới' },
  { purpose: 'promotion' as const, language: 'vi' as const, words: 'vi, cũ' },
  { purpose: 'promotion' as const, language: 'en' as const, words: 'en, new' },
]

test('a member reads the words that the customer gets: in the customer’s language, the contact’s, the talk’s, or the shop’s', () => {
  for (const [customer, contact, talk, shop, words] of [
    ['en', 'vi', 'vi', 'vi', 'en, new'],
    ['vi', 'en', 'en', 'en', 'vi, mới'],
    [null, 'en', 'vi', 'vi', 'en, new'],
    [null, null, 'en', 'vi', 'en, new'],
    [null, null, null, 'en', 'en, new'],
    [null, null, null, 'vi', 'vi, mới'],
  ] as const) {
    const card = {
      customer: { language: customer },
      contacts: [
        { id: 'other', channel_id: 'page', language: contact === 'en' ? ('vi' as const) : ('en' as const) },
        { id: 'asked', channel_id: 'site', language: contact },
        { id: 'earlier', channel_id: 'site', language: contact === 'en' ? ('vi' as const) : ('en' as const) },
      ],
      conversations: [
        { contact_id: 'other', language: talk === 'en' ? ('vi' as const) : ('en' as const) },
        { contact_id: 'asked', language: talk },
      ],
    }
    assert.equal(wordsToAsk(stored, card, 'site', shop), words, [customer, contact, talk, shop].join())
  }
})

test('without words in that language nothing is asked, whatever there is in another', () => {
  const card = { customer: { language: 'en' as const }, contacts: [], conversations: [] }
  assert.equal(wordsToAsk(stored.slice(0, 3), card, 'site', 'vi'), '')
})
