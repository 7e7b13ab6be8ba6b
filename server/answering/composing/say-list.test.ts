import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFacts } from '../compiling/compile-facts.ts'
import { findList } from '../finding/find-list.ts'
import { prepareFacts } from '../finding/prepare-facts.ts'
import { frameOf } from '../understanding/frame.ts'
import { rowInWords } from './row-in-words.ts'
import { sayList } from './say-list.ts'

const rows = (name: string, count: number): string =>
  [
    'Món\tCỡ nhỏ\tCỡ lớn',
    ...Array.from({ length: count }, (_, at) => `${name} ${at + 1}\t${at + 20}k\t${at + 40}k`),
  ].join('\n')
const source = (heading: string, text: string, title = 'Bảng giá quán Mây') => ({
  document: title,
  title,
  heading,
  text,
})
const index = prepareFacts(
  compileFacts([
    source('Phí giao hàng', 'Khu vực\tPhí\nGần\t10k\nXa\t25k'),
    source('Trà', rows('Trà', 9)),
    source('Bánh', rows('Bánh', 8)),
    source('Tiền phạt', 'Việc\tTiền\nVỡ ly\t50k\nVỡ dĩa\t70k', 'Nội quy'),
  ]),
)
const whole = () => {
  const text = 'bảng giá'
  const frame = frameOf({ text, words: text.split(' ').map(raw => ({ raw, worth: 1 })), others: [] })
  return sayList(findList(frame, index, () => true) ?? assert.fail(), 500)
}

describe('the list of everything', () => {
  it('has some of each section of goods, no fees, and says how much is left', () => {
    const { lines, entries, left } = whole()
    assert.deepEqual([entries.length, left], [12, 5])
    assert.deepEqual(
      lines.filter(line => line.endsWith(':')),
      ['Trà:', 'Bánh:'],
    )
    assert.doesNotMatch(lines.join('\n'), /Gần|Vỡ/u)
  })

  it('tells each price with what it is for', () => {
    assert.equal(whole().lines[1], '• Trà 1: 20k (cỡ nhỏ), 40k (cỡ lớn)')
  })

  it('reads a row as a person would', () => {
    assert.equal(rowInWords('Nến quế; Giá: 120.000đ; Cháy: 40 giờ'), 'Nến quế: 120.000đ, cháy 40 giờ')
    assert.equal(rowInWords('Nến quế'), 'Nến quế')
    assert.equal(rowInWords('Nến quế; Giá: 120.000'), 'Nến quế: giá 120.000')
    assert.equal(rowInWords('DC14; Sản phẩm: Xe điều khiển; Giá: 550k'), 'Xe điều khiển (DC14): 550k')
    assert.equal(rowInWords('Combo; Gồm: gội; sấy; Giá: 100k'), 'Combo: gồm gội, sấy, 100k')
    const route = 'Sài Gòn – Nha Trang: giường nằm; Giá vé: 350.000đ'
    assert.equal(rowInWords(route), 'Sài Gòn – Nha Trang: giường nằm: giá vé 350.000đ')
    assert.equal(rowInWords('Nến quế; 120.000đ'), 'Nến quế: 120.000đ')
  })
})
