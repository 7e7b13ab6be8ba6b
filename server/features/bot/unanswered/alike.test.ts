import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areAlike, gistOf } from './alike.ts'

const alike = (one: string, other: string) => areAlike(gistOf(one), gistOf(other))

test('marks, politeness, abbreviations and order make no other question', () => {
  assert.ok(alike('Bảo hành bao lâu ạ?', 'bao hanh bao lau vay shop'))
  assert.ok(alike('ship ra đảo phú quốc bn', 'Ship ra đảo Phú Quốc bao nhiêu vậy?'))
  assert.ok(alike('Tiệm có dạy làm gốm cuối tuần không?', 'tiem co day lam gom cuoi tuan ko ạ'))
  assert.ok(alike('Có xuất hoá đơn công ty không?', 'xuất hóa đơn công ty có không shop ơi'))
})

test('another thing, another figure, or something else asked about it does', () => {
  assert.ok(!alike('Giá chén men lam bao nhiêu?', 'Giá chén men tro bao nhiêu?'))
  assert.ok(!alike('iPhone 13 còn hàng không', 'iPhone 15 còn hàng không'))
  assert.ok(!alike('Ship Phú Quốc bao nhiêu tiền?', 'Ship Phú Quốc bao lâu?'))
  assert.ok(!alike('Có bán áo len không', 'Có bán áo len trẻ em không'))
})

test('one word may differ for six that carry meaning, on both sides, if the same kind of thing is asked', () => {
  const gist = (count: number, other = '', type = 'price') => ({
    type,
    terms: [
      ...Array.from({ length: count - Number(other !== '') }, (_, at) => `word ${'abcdefghijklm'[at]}`),
      ...(other ? [other] : []),
    ],
  })
  for (const [count, like] of [
    [5, false],
    [6, true],
    [11, true],
  ] as const)
    assert.equal(areAlike(gist(count, 'this'), gist(count, 'that')), like, String(count))
  // The shorter of the two counts.
  assert.equal(areAlike(gist(5), gist(6)), false)
  assert.equal(areAlike(gist(6), gist(7)), true)
  assert.equal(areAlike(gist(6), gist(8)), false)
  assert.equal(areAlike(gist(12), gist(12, '', 'duration')), false)
  assert.equal(areAlike(gist(12, '13'), gist(12, '15')), false)
  assert.ok(gistOf('ạ').terms.length > 0)
})
