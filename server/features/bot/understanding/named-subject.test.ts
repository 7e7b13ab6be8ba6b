import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { Turn } from '#features/training/search/query.ts'
import { answerMessage } from '../messages/answer-message.ts'
import { withNamedSubject } from './named-subject.ts'

const knowledge = new Knowledge(
  [
    [
      'Bảng giá',
      'Massage body ........ 350k\nGội đầu dưỡng sinh ....... 120k\nGội đầu dưỡng sinh 90 phút ....... 190k\nGội đầu cho tóc ít ....... 90k',
    ],
    ['Payment', 'You can pay by card, in cash or by bank transfer.'],
    ['Opening hours', 'We are open from 9:00 to 21:00 every day, also on Sunday.'],
    ['Parking', 'Parking is free in the basement.'],
  ].map(([heading, text], position) => ({
    id: `${position}`,
    source_id: heading!,
    title: heading!,
    heading: heading!,
    text: text!,
    start: 0,
    end: text!.length,
  })),
)
const talk = (customer: string, bot: string): Turn[] => [
  { role: 'customer', text: customer },
  { role: 'bot', text: bot },
]
const massageTalk = talk('có massage body không', 'Dạ có, Massage body: 350k ạ.')
const asked = (question: string, turns = massageTalk) => withNamedSubject(knowledge, question, turns)

describe('“it” is asked by its name', () => {
  for (const question of [
    'how much is it?',
    'How much does it cost?',
    'what does it include?',
    'is it available on Sunday?',
    'Does it hurt?',
    'can I book it for tomorrow morning?',
    'is it cheaper than the other one?',
    'Is it free for children?',
    'do you still have it?',
    'is it good for back pain?',
    'Can you bring it to my hotel?',
    'is it delivered to my room?',
    'who does it?',
    'how much is this one',
    'nó giá bao nhiêu',
    'Is it possible to pay by card, and how much is it?',
  ])
    test(question, () => assert.match(asked(question) ?? '', /Massage body/))

  test('the longest name said; none if several were', () => {
    const washingTalk = talk('gội đầu dưỡng sinh 90 phút', 'Dạ, Gội đầu dưỡng sinh 90 phút: 190k ạ.')
    assert.equal(asked('how much is it', washingTalk), 'how much is Gội đầu dưỡng sinh 90 phút')
    const bothTalk = talk('có gì', 'Dạ có Massage body và Gội đầu dưỡng sinh ạ.')
    assert.equal(asked('how much is it', bothTalk), undefined)
  })

  test('the question as it was written is tried too: the surer of the two answers', () => {
    const reply = (text: string) =>
      answerMessage(knowledge, { text, history: massageTalk, threshold: 0.6, today: '2026-11-23' }).reply
    assert.equal(reply('which cards can I use for it?'), 'You can pay by card, in cash or by bank transfer.')
    assert.equal(reply('is there parking when I come for it?'), 'Parking is free in the basement')
    assert.equal(reply('how much is it?'), 'Massage body: 350k')
  })

  test('names are read once, not with each message', () => {
    const own = new Knowledge([...knowledge.passages])
    let read = 0
    for (const entry of own.compiled.entries) {
      const { name } = entry
      Object.defineProperty(entry, 'name', { get: () => (read++, name) })
    }
    for (let message = 0; message < 3; message++) assert.ok(withNamedSubject(own, 'how much is it', massageTalk))
    assert.equal(read, own.compiled.entries.length)
  })
})

describe('“it” that points at nothing stays', () => {
  for (const question of [
    'Is it possible to pay by card?',
    'is it ok to bring my baby',
    'Is it okay if I come late?',
    'Would it be possible to change the time?',
    'is it true that you close at 5',
    'Is it really necessary to book in advance?',
    'is it required to leave a deposit?',
    'Is it allowed to take photos',
    'is it far from the station?',
    'How far is it from the airport?',
    'Is it easy to find the shop?',
    'is it hard to park there',
    'how long does it take',
    'How long will it take to get there?',
    'does it matter which day I come?',
    'is it better to come in the morning?',
    'Is it not too late to book for today?',
    "it's fine if you call me later",
    'what time is it there?',
    'how much is it to park there?',
    'does it cost extra to bring a friend?',
    'Is it a problem if I bring my dog?',
    "Isn't it possible to pay later?",
  ])
    test(question, () => assert.equal(asked(question), undefined))
})

describe('“it” that is “ít” without its mark stays', () => {
  for (const question of [
    'goi dau cho toc it bao nhieu',
    'toc it co goi duoc khong',
    'di it nguoi co giam gia khong',
    'it nhat may nguoi moi dat duoc',
    'mua it co ship khong shop',
    'minh it tien thi lam goi nao',
    'da it mun thi sao',
    'sao it mau vay',
    'quan it khach luc may gio',
    'dat it hon 3 cai duoc ko',
    'cho it duong nha shop',
    'toc it',
    'an it cay duoc k',
  ])
    test(question, () => assert.equal(asked(question), undefined))
})
