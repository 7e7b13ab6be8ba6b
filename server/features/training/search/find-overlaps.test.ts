import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { type Comparable, findOverlaps } from './find-overlaps.ts'

let count = 0
function passage(source: string, heading: string, text: string, family = source): Comparable {
  return { id: String(count++).padStart(6, '0'), source_id: source, family, heading, text }
}
const kinds = (passages: Comparable[]): string[] => findOverlaps(passages).map(({ kind }) => kind)

const delivery =
  'Phí giao hàng nội thành là 20.000đ một đơn, giao trong ngày nếu đặt trước 15 giờ, miễn phí cho đơn từ 500.000đ trở lên.'

test('the same words in two sources are told, whatever their capitals, marks and spaces', () => {
  const other =
    'Phi giao hang noi thanh la 20.000đ một đơn,  GIAO trong ngày nếu đặt trước 15 giờ,\nmiễn phí cho đơn từ 500.000đ trở lên.'
  assert.deepEqual(kinds([passage('a', 'Giao hàng', delivery), passage('b', 'Vận chuyển', other)]), ['same'])
})

test('nearly the same is told, and first of all where the figures are not', () => {
  const near = delivery.replace('trở lên', 'trở lên nhé')
  const other = delivery.replace('20.000đ', '25.000đ')
  assert.deepEqual(kinds([passage('a', 'Giao hàng', delivery), passage('b', 'Giao hàng', near)]), ['near'])
  const [overlap] = findOverlaps([passage('a', 'Giao hàng', delivery), passage('b', 'Giao hàng', other)])
  assert.deepEqual(kinds([passage('a', 'Giao hàng', delivery), passage('b', 'Phí giao hàng nội thành?', other)]), [
    'differs',
  ])
  assert.deepEqual([overlap?.kind, overlap?.a.source_id, overlap?.b.source_id], ['differs', 'a', 'b'])
})

test('one source does not overlap with itself, nor the pages of one website with each other', () => {
  assert.deepEqual(kinds([passage('a', '', delivery), passage('a', '', delivery)]), [])
  assert.deepEqual(kinds([passage('p1', '', delivery, 'site'), passage('p2', '', delivery, 'site')]), [])
})

test('two products described in the same words, and short lines, are no overlap', () => {
  const text = (price: string): string =>
    `Hàng làm tay từ Bát Tràng, men tro tự nhiên, giá ${price}, bảo hành 12 tháng, đổi trả trong 7 ngày.`
  assert.deepEqual(
    kinds([passage('a', 'Ấm tử sa', text('450.000đ')), passage('b', 'Chén quân men rạn', text('65.000đ'))]),
    [],
  )
  assert.deepEqual(
    kinds([passage('a', '', 'Liên hệ shop để biết thêm'), passage('b', '', 'Liên hệ shop để biết thêm')]),
    [],
  )
})

test('thousands of passages are compared in a moment, in any order with the same result', () => {
  const word = (n: number): string =>
    `${'aeiou'[n % 5]}${n.toString(26).replace(/\d/g, digit => 'bcdghklmnt'[Number(digit)]!)}`
  const many = Array.from({ length: 4_000 }, (_, n) =>
    passage(`s${n % 40}`, '', Array.from({ length: 60 }, (_, i) => word(n * 31 + i * i * 7)).join(' ')),
  )
  const twins = [passage('x', '', delivery), passage('y', '', delivery)]
  assert.ok(fastestRun(5000, () => findOverlaps([...many, ...twins])) < 5000)
  const found = findOverlaps([...many, ...twins])
  assert.ok(found.some(({ a, b }) => a.text === delivery && b.text === delivery))
  const again = findOverlaps([...twins, ...many])
  assert.ok(again.some(({ a, b }) => a.text === delivery && b.text === delivery))
})
