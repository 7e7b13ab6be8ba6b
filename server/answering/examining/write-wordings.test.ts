import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '#shared/rules/text/fold.ts'
import { shortened, withoutMarks, writeWordings } from './write-wordings.ts'

const key = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function has(wordings: string[], ...texts: string[]): void {
  for (const text of texts) assert.ok(wordings.map(key).includes(key(text)), `${text} in ${wordings.join(' | ')}`)
}

test('a question is said in other words, in another order, and as it is typed on a phone', () => {
  has(writeWordings('phí giao hàng ra đảo là bao nhiêu', 'vi'), 'phí giao hàng ra đảo nhiêu tiền vậy shop')
  has(writeWordings('phí giao hàng ra đảo là bao nhiêu', 'vi'), 'phí giao hàng ra đảo là bn shop')
  has(writeWordings('gội bầu bao nhiêu tiền', 'vi'), 'giá gội bầu bao nhiêu vậy shop', 'gội bầu nhiêu tiền')
  has(
    writeWordings('shop ơi cho em hỏi có giao hàng ngoại thành không ạ', 'vi'),
    'giao hàng ngoại thành được không vậy shop',
  )
  has(writeWordings('có chỗ gửi xe không', 'vi'), 'bên mình có chỗ gửi xe không vậy shop')
})

test('the other language is written only where nothing else was asked', () => {
  has(writeWordings('shop có giao hàng không', 'vi'), 'Do you deliver?')
  has(writeWordings('có xuất hoá đơn công ty không', 'vi'), 'Can I get a VAT invoice?')
  assert.ok(writeWordings('ship đi phú quốc bao nhiêu', 'vi').every(one => !/shipping/i.test(one)))
  has(writeWordings('do you deliver', 'en'), 'shop có giao hàng không')
  has(writeWordings('how much is the birthday cake', 'en'), 'birthday cake price?')
})

test('each reads otherwise by its letters, none is empty, and no more than eight are written', () => {
  for (const question of ['mở cửa mấy giờ', 'có ship không', 'giá', 'ạ', 'lỡ tay làm rơi vỡ thì thế nào', 'x y z']) {
    const wordings = writeWordings(question, 'vi')
    const keys = [question, ...wordings].map(key)
    assert.equal(new Set(keys).size, keys.length, wordings.join(' | '))
    assert.ok(wordings.length <= 8 && keys.every(Boolean))
  }
  assert.deepEqual(writeWordings(Array.from({ length: 40 }, () => 'từ').join(' '), 'vi'), [])
})

test('as it comes from a phone: without marks, and shortened', () => {
  assert.equal(withoutMarks('Có giao hàng không ạ?'), 'co giao hang khong a')
  assert.equal(shortened('có giao được không'), 'có giao đc ko')
})
