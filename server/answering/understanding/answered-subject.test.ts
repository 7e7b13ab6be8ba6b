import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectIn } from './answered-subject.ts'

test('a quoted row with a price is of what stands before it; fees and hours are of nothing', () => {
  for (const [quote, subject] of [
    ['- Gội bầu: 200.000đ', 'Gội bầu'],
    ['| Gội bầu | 200.000đ | 60 phút |', 'Gội bầu'],
    ['Sân Tre ........ 320k', 'Sân Tre'],
    ['Gel polish 120,000đ', 'Gel polish'],
    ['Gội dưỡng sinh 90 phút – 260k', 'Gội dưỡng sinh 90 phút'],
    ['### 2. Gội sả: 90.000đ', 'Gội sả'],
    ['- 3) Cắt tóc: 90.000đ', 'Cắt tóc'],
    ['Nhuộm phủ bạc từ 500.000đ', 'Nhuộm phủ bạc'],
    ['Gội sả giá chỉ: 90.000đ', 'Gội sả'],
    ['Giá: 90.000đ', undefined],
    ['Phụ thu cuối tuần: 50.000đ', undefined],
    ['Lưu ý: dưới 200.000đ không ship', undefined],
    ['Thứ 2: 90.000đ', undefined],
    ['Nội thành: phí ship 20.000đ', undefined],
    ['Giờ mở cửa: 9:00 – 21:00', undefined],
    ['Hotline: 0900 000 321', undefined],
  ] as const)
    assert.equal(subjectIn(quote), subject, quote)
})
