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
