import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineName } from './line-name.ts'

test('a line is called by its name, a sentence by its beginning', () => {
  for (const [quote, name] of [
    ['| Gội bầu, nằm nghiêng | 150 | 200 |', 'Gội bầu, nằm nghiêng'],
    ['Peel da sinh học; Thời gian: 60 phút; Giá: 890.000', 'Peel da sinh học'],
    ['- Phí ship nội thành: 25.000đ', 'Phí ship nội thành'],
    ['Gội đầu ........ 60k', 'Gội đầu'],
    ['Mở cửa 8:30 đến 21:00.', 'Mở cửa 8:30 đến 21:00'],
    [
      'Shop nhận đổi trong 7 ngày kể từ lúc khách nhận hàng nếu còn nguyên tem mác.',
      'Shop nhận đổi trong 7 ngày kể từ lúc khách nhận hàng nếu…',
    ],
  ] as const)
    assert.equal(lineName(quote), name)
})
