import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanText } from '#shared/rules/text/fold.ts'
import { splitPassages } from './split-passages.ts'
import { splitUnits } from './split-units.ts'

const plainList = `CỬA HÀNG MỸ PHẨM HOA SEN
Bảng giá và chính sách 2024

Phí giao hàng
Phí ship nội thành: 20.000đ
Miễn phí vận chuyển cho đơn từ 500.000đ.
Đổi trả
Trong 7 ngày kể từ ngày nhận hàng, khách được đổi hàng nếu còn nguyên tem mác
và hoá đơn. Không nhận đổi hàng giảm giá.
Bảng giá
Sữa rửa mặt Trà Xanh ........ 120.000đ
Sản phẩm\tDung tích\tGiá
Toner Hoa Cúc\t200ml\t210.000đ
Serum C   30ml   320.000đ
Son tint
199.000đ
Shop có mở cửa chủ nhật không?
Có, từ 8h đến 12h.
Hỏi: Có trả góp không?
Đáp: Chưa hỗ trợ trả góp.
Trang 2/3`

const markdown = `# Bảng giá dịch vụ
## Implant
| Loại trụ | Xuất xứ | Giá trọn gói |
|---|---|---|
| Osstem | Hàn Quốc | 16.500.000đ |
| Neodent | Thuỵ Sĩ | 24.000.000đ |
| Trụ khác | – | liên hệ |
Giá trọn gói gồm trụ và răng sứ.`

function unitsOf(text: string): string[] {
  return splitPassages({ title: 'Bảng giá', text }).flatMap(passage => splitUnits(passage.text).map(unit => unit.text))
}

describe('splitting documents into passages', () => {
  it('reads plain extracted text: titles, price lines, columns, wrapped lines, questions', () => {
    const passages = splitPassages({ title: 'Bảng giá', text: plainList })
    assert.deepEqual(
      passages.map(passage => passage.heading.split(' › ').at(-1)),
      [
        'CỬA HÀNG MỸ PHẨM HOA SEN',
        'Phí giao hàng',
        'Đổi trả',
        'CỬA HÀNG MỸ PHẨM HOA SEN',
        'Shop có mở cửa chủ nhật không?',
        'Có trả góp không?',
      ],
    )
    assert.deepEqual(unitsOf(plainList).slice(1), [
      'Phí ship nội thành: 20.000đ',
      'Miễn phí vận chuyển cho đơn từ 500.000đ.',
      'Trong 7 ngày kể từ ngày nhận hàng, khách được đổi hàng nếu còn nguyên tem mác và hoá đơn.',
      'Không nhận đổi hàng giảm giá.',
      'Sữa rửa mặt Trà Xanh: 120.000đ',
      'Toner Hoa Cúc; Dung tích: 200ml; Giá: 210.000đ',
      'Serum C; Dung tích: 30ml; Giá: 320.000đ',
      'Son tint 199.000đ',
      'Có, từ 8h đến 12h.',
      'Chưa hỗ trợ trả góp.',
    ])
  })

  it('makes one unit of each table row, with the names of its columns', () => {
    assert.deepEqual(unitsOf(markdown), [
      'Osstem; Xuất xứ: Hàn Quốc; Giá trọn gói: 16.500.000đ',
      'Neodent; Xuất xứ: Thuỵ Sĩ; Giá trọn gói: 24.000.000đ',
      'Trụ khác; Giá trọn gói: liên hệ',
      'Giá trọn gói gồm trụ và răng sứ.',
    ])
  })

  it('keeps to 1,200 characters, whole rows and exact ranges; parts of a long table repeat its columns', () => {
    const rows = Array.from({ length: 120 }, (_, i) => `| Dịch vụ số ${i} | ${i + 1}00.000đ | ${i % 12} tháng |`)
    const text = `## Giá\n| Dịch vụ | Giá | Bảo hành |\n|---|---|---|\n${rows.join('\n')}\n## Khác\n${'Một câu dài về chính sách của cửa hàng. '.repeat(90)}`
    const passages = splitPassages({ title: 'x', text })
    const clean = cleanText(text)
    for (const { text: body, start, end } of passages) {
      assert.ok(body.length <= 1_200)
      assert.ok(body.endsWith(clean.slice(start, end)))
    }
    const units = passages.flatMap(passage => splitUnits(passage.text))
    assert.equal(units.filter(unit => unit.row).length, 120)
    assert.ok(units.some(unit => unit.text === 'Dịch vụ số 119; Giá: 12000.000đ; Bảo hành: 11 tháng'))
    assert.ok(units.every(unit => unit.text.length <= 480))
  })

  it('gives the same for NFC and NFD, and nothing for nothing', () => {
    assert.deepEqual(
      splitPassages({ title: 'Giá', text: plainList.normalize('NFD') }),
      splitPassages({ title: 'Giá', text: plainList }),
    )
    assert.deepEqual(splitPassages({ title: 'Giá', text: ' \n\n ' }), [])
  })
})
