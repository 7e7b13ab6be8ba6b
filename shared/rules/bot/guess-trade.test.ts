import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessTrade } from './guess-trade.ts'

test('the trade is guessed from what a shop calls itself; words of another trade within a phrase do not count', () => {
  for (const [name, trade] of [
    ['Spa Hoa Sen', 'spa'],
    ['Nối mi Thảo', 'spa'],
    ['Bánh mì Cô Ba', 'food'],
    ['Quán Nhậu 79', 'food'],
    ['Quần áo Mai', 'fashion'],
    ['Mì Quảng Bà Mua', 'food'],
    ['Nail Studio', 'spa'],
    ['Boutique Hotel', 'stay'],
    ['Homestay Mây', 'stay'],
    ['Gốm Mộc', 'craft'],
    ['Trung tâm Anh ngữ Sao Mai', 'class'],
    ['Minh Khang', undefined],
    ['', undefined],
  ] as const)
    assert.equal(guessTrade(name), trade, name)
})
