import assert from 'node:assert/strict'
import { it } from 'node:test'
import { canonicalNumbers, numbersIn } from './numbers.ts'
import { tokens, words } from './tokens.ts'

const same: string[][] = [
  ['399.000đ', '399,000 vnd', '399k', '399 nghìn', '399.000 đồng'],
  ['1tr2', '1tr2 nhé', '1.200.000', '1,2 triệu', '1 triệu 2', '1200k'],
  ['9h30', '9:30', '09:30', '9 giờ 30', '9:30 am'],
  ['21h30', '9:30 pm'],
  ['3–5', '3-5', '3 — 5'],
  ['16tr5', '16.500.000đ'],
  ['1.200.000đ', 'một triệu hai', 'một triệu hai trăm nghìn', 'mot trieu hai tram', 'một triệu hai trăm ngàn đồng'],
  ['1.500.000đ', '1 triệu rưỡi', '1tr rưỡi', '1 củ rưởi', 'một triệu rưỡi', 'mot trieu ruoi', '1tr5'],
  ['350.000đ', 'ba trăm năm mươi nghìn', 'ba trăm năm mươi ngàn', 'ba tram nam muoi ngan', '350k'],
  ['15.000đ', 'mười lăm nghìn', '15 ngàn'],
  ['120.000đ', 'một trăm hai mươi nghìn đồng', '120k'],
  ['500.000đ', 'nửa triệu', 'năm trăm ngàn', 'nam tram ngan'],
  ['2.350.000đ', 'hai triệu ba trăm năm mươi nghìn', '2tr350'],
  ['2.050.000đ', 'hai triệu năm mươi nghìn'],
  ['9h30', '9h rưỡi', '9 giờ rưỡi', '9 gio ruoi'],
]
for (const ways of same) {
  it(`one number however written: ${ways.join(' = ')}`, () => {
    assert.equal(new Set(ways.map(way => numbersIn(way).join(' '))).size, 1)
  })
}

it('leaves other numbers alone', () => {
  assert.equal(
    canonicalNumbers('iphone 15 pro 256gb, 12/09/2024, 42tr 42 củ'),
    'iphone 15 pro 256gb, 12/09/2024, 42000000 42000000',
  )
})

it('leaves words alone that are no number', () => {
  for (const text of [
    'hai mẫu này',
    'năm nay có sale',
    'tỷ lệ đổi trả',
    'ba mẹ con',
    'sau năm ngày',
    'hàng nghìn khách',
  ])
    assert.equal(canonicalNumbers(text), text)
  assert.equal(canonicalNumbers('một triệu một tháng, mười triệu năm 2024'), '1000000 một tháng, 10000000 năm 2024')
})

it('knows both spellings of Vietnamese, stretched words, and glued units', () => {
  assert.deepEqual(words('Hoá đơn, tuỷ, kỹ thuật'), words('Hóa đơn, tủy, kĩ thuật'))
  assert.deepEqual(words('shopppp ơiiii'), ['shop', 'ơi'])
  assert.deepEqual(words('SPF50+ 20.000mAh'), ['spf', '50', '20000', 'mah'])
})

it('brings English forms together and leaves Vietnamese syllables whole', () => {
  assert.deepEqual(
    tokens('observed observing observe').map(token => token.term),
    ['observ', 'observ', 'observ'],
  )
  assert.deepEqual(
    tokens('nghỉ thứ sáu').map(token => token.term),
    ['nghi', 'thu', 'sau'],
  )
})
