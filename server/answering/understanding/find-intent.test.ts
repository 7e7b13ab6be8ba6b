import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findIntent } from './find-intent.ts'

type Message = { text: string; kind: string | null; said?: Record<string, string> }

function read(name: string): Message[] {
  return JSON.parse(
    readFileSync(new URL(`../../../tests/data/intents/${name}.json`, import.meta.url), 'utf8'),
  ) as Message[]
}

function judge(messages: Message[]) {
  const wrong: string[] = []
  let found = 0
  for (const { text, kind } of messages) {
    const read = findIntent(text)?.kind ?? null
    if (read !== null && read !== kind) wrong.push(`${read}: ${text}`)
    if (read !== null && read === kind) found++
  }
  return { wrong, recall: found / messages.filter(message => message.kind !== null).length }
}

test('messages as customers type them: nothing is taken for an act that is none, and few acts are missed', () => {
  for (const [name, least] of [
    ['messages', 0.95],
    // Held out while the rules were written.
    ['messages-aside', 0.9],
  ] as const) {
    const { wrong, recall } = judge(read(name))
    assert.deepEqual(wrong, [], name)
    assert.ok(recall >= least, `${name}: ${recall.toFixed(3)}`)
  }
})

test('with or without marks, what was said of it is read in the customer’s own words', () => {
  const slotsOf = (text: string) => findIntent(text)?.slots
  assert.deepEqual(slotsOf('vậy cho chị đặt 15h hôm nay nha, chị tên Lan 0909123456'), {
    phone: '+84909123456',
    when: '15h hôm nay',
    name: 'Lan',
  })
  assert.deepEqual(slotsOf('lấy cho em 2 hộp trà gừng giao về 12 Nguyễn Trãi, Q1'), {
    address: '12 Nguyễn Trãi, Q1',
    count: '2 hộp',
    what: '2 hộp trà gừng',
  })
  const table = { what: 'ban', when: 'toi nay 19h', count: '2 nguoi' }
  assert.deepEqual(slotsOf('dat ban 2 nguoi toi nay 19h duoc khong shop'), table)
  assert.deepEqual(slotsOf('I’d like to reserve a double room from Dec 20, name is Sarah'), {
    when: 'Dec 20',
    name: 'Sarah',
    what: 'double room',
  })
})

test('an act and a question beside it is an act; a question about acts is none, nor what is over or off', () => {
  assert.equal(findIntent('cho chị đặt 15h mai nhé, giá bao nhiêu vậy em?')?.kind, 'booking')
  for (const text of [
    'đặt 5 cái cùng loại thì giảm mấy phần trăm anh',
    'Tôi đặt giỏ hoa giao 15h, giờ là 9h muốn huỷ thì được hoàn mấy phần?',
    'hoa sen bn 1 bông, đặt trước mấy h',
    'đơn em 7 ký gởi qua Thốt Nốt thì tiền ship nhiêu em ha',
    'mua '.repeat(600),
  ])
    assert.equal(findIntent(text), undefined, text.slice(0, 80))
})
