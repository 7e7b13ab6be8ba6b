import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tones } from '../../contracts/bot/bot-settings.contract.ts'
import { botTexts } from '../../texts/bot/bot-texts.ts'
import { introducing, introduction, withoutIntroduction } from './introduction.ts'

const sen = { name: 'Sen', tone: 'warm' } as const

test('a reply says first that a bot speaks, in the customer’s language and the shop’s tone', () => {
  assert.equal(
    introducing('Dạ, ship 20k ạ.', sen, 'vi', false),
    'Em là Sen, trợ lý tự động của shop ạ.\n\nDạ, ship 20k ạ.',
  )
  const english = introducing('Shipping is 20k.', { ...sen, tone: 'formal' }, 'en', false)
  assert.equal(english, 'I am Sen, the shop’s automatic assistant.\n\nShipping is 20k.')
})

test('in every language and tone the greeting takes it in, and what is said of itself needs nothing before it', () => {
  for (const language of ['vi', 'en'] as const)
    for (const tone of tones) {
      const speaker = { name: 'Mai $& {name}', tone }
      const spoken = (text: string) => text.replaceAll('{name}', () => speaker.name)
      const texts = botTexts(language, tone)
      const greeted = introducing(spoken(texts.greeting), speaker, language, true)
      assert.equal(greeted, spoken(texts.greetingIntroducing))
      for (const text of [greeted, introduction(speaker, language)])
        assert.match(text, language === 'vi' ? /trợ lý tự động/ : /automatic assistant/)
      for (const text of [greeted, spoken(texts.aboutBot)])
        assert.equal(introducing(text, speaker, language, true), text)
    }
})

test('an own greeting that says so stays as it is; a document that speaks of bots does not count', () => {
  const own = 'Mộc An chào bạn! Mình là chatbot của tiệm, bạn cần gì cứ nhắn nhé.'
  assert.equal(introducing(own, sen, 'vi', true), own)
  assert.ok(introducing(own, sen, 'vi', false).startsWith(introduction(sen, 'vi')))
  assert.ok(introducing('Mộc An xin chào!', sen, 'vi', true).endsWith('\n\nMộc An xin chào!'))
})

test('who reads on reads the reply without it', () => {
  for (const language of ['vi', 'en'] as const)
    assert.equal(withoutIntroduction(introducing('20k', sen, language, false), sen), '20k')
  const before = 'I am Sen, the shop’s automatic assistant.\n\n20k'
  assert.equal(withoutIntroduction(before, sen), '20k', 'sent before its words changed')
  assert.equal(withoutIntroduction('Em là người thật.', sen), 'Em là người thật.')
})
