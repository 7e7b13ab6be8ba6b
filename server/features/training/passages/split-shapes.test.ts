import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitPassages } from './split-passages.ts'
import { splitUnits } from './split-units.ts'

function unitsOf(text: string): string[] {
  return splitPassages({ title: 'Tài liệu', text }).flatMap(passage =>
    splitUnits(passage.text).map(unit => `${passage.heading}: ${unit.text}`),
  )
}

describe('what shops write becomes units that stand alone', () => {
  it('a question and its answer on one line', () => {
    assert.deepEqual(
      unitsOf(
        'Hỏi: Có trả góp không? Có, qua thẻ tín dụng.\nHỏi: Mua sỉ giảm bao nhiêu? Đáp: 15% từ 10 cái.\nQ: Open late? A: Until 22h.',
      ),
      ['Có trả góp không?: Có, qua thẻ tín dụng.', 'Mua sỉ giảm bao nhiêu?: 15% từ 10 cái.', 'Open late?: Until 22h.'],
    )
  })

  it('a title with nothing under it is content', () => {
    assert.deepEqual(unitsOf('## Bảo hành\nMười hai tháng.\n## Không đổi hàng giảm giá\n## Miễn phí gói quà'), [
      'Bảo hành: Mười hai tháng.',
      ': Không đổi hàng giảm giá',
      ': Miễn phí gói quà',
    ])
  })

  it('the name of a table is the heading of its rows', () => {
    const table = (name: string, row: string): string => `${name}\n| Loại | Giá |\n| --- | --- |\n| ${row} |`
    assert.deepEqual(
      unitsOf(`${table('Bảng 1: Giá gội đầu', 'Nữ | 80.000đ')}\n\n${table('Bảng 2: Giá cắt tóc', 'Nữ | 120.000đ')}`),
      ['Bảng 1: Giá gội đầu: Nữ; Giá: 80.000đ', 'Bảng 2: Giá cắt tóc: Nữ; Giá: 120.000đ'],
    )
  })

  it('entries of an inner list say what they belong to', () => {
    assert.deepEqual(
      unitsOf('## Đổi hàng\n- Tại tiệm: miễn phí\n- Giao bằng xe khách:\n  - Phí 30.000đ\n  - 3–5 ngày').slice(2),
      ['Đổi hàng: Giao bằng xe khách: Phí 30.000đ', 'Đổi hàng: Giao bằng xe khách: 3–5 ngày'],
    )
  })

  it('opening hours on one line stay together, an article keeps its number', () => {
    assert.deepEqual(unitsOf('## Giờ mở cửa\nT2–T6: 8h–21h; CN nghỉ'), ['Giờ mở cửa: T2–T6: 8h–21h; CN nghỉ'])
    assert.deepEqual(unitsOf('Điều 2. Khách được đổi hàng trong bảy ngày kể từ khi nhận.'), [
      ': Điều 2. Khách được đổi hàng trong bảy ngày kể từ khi nhận.',
    ])
  })
})
