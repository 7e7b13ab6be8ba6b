import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type PDFDocument from 'pdfkit'
import { makePdf } from '#tests/fixtures/documents.ts'
import { pdf } from './pdf.ts'

async function textOf(paint: (page: PDFDocument) => void): Promise<string> {
  return (await pdf.extract(await makePdf(paint))).text
}

function row(page: PDFDocument, top: number, cells: string[], places = [56, 300, 430]): void {
  cells.forEach((cell, i) => page.text(cell, places[i] ?? 56, top, { lineBreak: false }))
}

describe('PDF layout', () => {
  test('a table over two pages is one table, its repeated head counts once, page numbers not at all', async () => {
    const text = await textOf(page => {
      page.font('Bold').fontSize(14).text('Bảng giá nến thơm', 56, 60)
      page.font('Regular').fontSize(11)
      for (let i = 0; i < 40; i++) {
        if (i % 20 === 0) {
          if (i > 0) page.addPage()
          page.font('Bold')
          row(page, 100, ['Sản phẩm', 'Khối lượng', 'Giá'])
          page.font('Regular')
          page.text(`Trang ${i / 20 + 1}`, 270, 770)
        }
        row(page, 120 + (i % 20) * 20, [`Nến hương số ${i}`, `${100 + i}g`, `${150 + i}.000đ`])
      }
    })
    const lines = text.split('\n')
    assert.equal(lines[0], '# Bảng giá nến thơm')
    assert.deepEqual(lines.slice(1, 3), ['| Sản phẩm | Khối lượng | Giá |', '| --- | --- | --- |'])
    assert.equal(lines.length, 43, text)
    assert.equal(lines[22], '| Nến hương số 19 | 119g | 169.000đ |')
    assert.equal(lines[23], '| Nến hương số 20 | 120g | 170.000đ |')
  })

  test('parts of a table under their own titles keep the names of the columns', async () => {
    const text = await textOf(page => {
      row(page, 60, ['Món', 'Size M', 'Size L'])
      row(page, 80, ['Trà đào', '35.000đ', '42.000đ'])
      row(page, 100, ['Trà vải', '36.000đ', '43.000đ'])
      page.text('Cà phê', 56, 120)
      row(page, 140, ['Phin sữa', '29.000đ', '35.000đ'])
      row(page, 160, ['Bạc xỉu', '32.000đ', '39.000đ'])
    })
    const part = '| Món | Size M | Size L |\n| --- | --- | --- |'
    assert.equal(
      text,
      `${part}\n| Trà đào | 35.000đ | 42.000đ |\n| Trà vải | 36.000đ | 43.000đ |\n\n## Cà phê\n${part}\n| Phin sữa | 29.000đ | 35.000đ |\n| Bạc xỉu | 32.000đ | 39.000đ |`,
    )
  })

  test('lines in a cell, right-aligned prices and cells in the middle of their row stay in their row', async () => {
    const text = await textOf(page => {
      page.font('Bold')
      row(page, 60, ['Dịch vụ', 'Thời gian', 'Giá'])
      page.font('Regular')
      page.text('Chăm sóc da với mặt nạ thảo mộc tươi và tinh chất nghệ', 56, 84, { width: 220 })
      page.text('60 phút', 300, 91, { lineBreak: false }).text('1.250.000đ', 430, 91, { width: 80, align: 'right' })
      page.text('Trị mụn', 56, 124, { lineBreak: false }).text('90 phút', 300, 124, { lineBreak: false })
      page.text('450.000đ', 430, 124, { width: 80, align: 'right' })
    })
    assert.equal(
      text,
      '| Dịch vụ | Thời gian | Giá |\n| --- | --- | --- |\n| Chăm sóc da với mặt nạ thảo mộc tươi và tinh chất nghệ | 60 phút | 1.250.000đ |\n| Trị mụn | 90 phút | 450.000đ |',
    )
  })

  test('a list of prices without names of columns never takes its first line for them', async () => {
    const text = await textOf(page => {
      row(page, 60, ['Áo thun', '199.000đ'])
      row(page, 80, ['Quần short', '249.000đ'])
      row(page, 100, ['Mũ lưỡi trai', '120.000đ'])
      page.text('Nước ép cam ............ 45.000đ', 56, 140)
    })
    assert.equal(text, 'Áo thun\t199.000đ\nQuần short\t249.000đ\nMũ lưỡi trai\t120.000đ\nNước ép cam\t45.000đ')
  })

  test('two newspaper columns are read one after the other', async () => {
    const left =
      'Tiệm mở từ năm 2015 trên đường Chi Lăng với ba chiếc ghế gội đầu và hai người thợ. Đến nay có hai cơ sở và mười bốn kỹ thuật viên.'
    const right =
      'Cơ sở hai nằm ở số 12 Nguyễn Huệ, có phòng riêng cho cặp đôi và bãi xe miễn phí. Nhận khách cuối lúc 19h30 mỗi ngày trong tuần.'
    const text = await textOf(page => {
      page.text(left, 56, 60, { width: 220 })
      page.text(right, 310, 60, { width: 220 })
    })
    assert.equal(text, `${left}\n${right}`)
  })

  test('slanted marks over the page, text painted twice and symbols of lists do not disturb', async () => {
    const text = await textOf(page => {
      page.rotate(-40, { origin: [300, 400] })
      page.fontSize(60).text('BẢN NHÁP', 150, 380, { lineBreak: false })
      page.rotate(40, { origin: [300, 400] })
      page.fontSize(11)
      page
        .text('Đổi trả trong 7 ngày.', 56, 60, { lineBreak: false })
        .text('Đổi trả trong 7 ngày.', 56.3, 60, { lineBreak: false })
      page.text('\u25CF Giữ nguyên tem.', 56, 80, { lineBreak: false })
      page.text('PHÍ GIAO HÀNG', 56, 110, { lineBreak: false })
      page.text('Nội thành 20.000đ.', 56, 130, { lineBreak: false })
    })
    assert.equal(text, 'Đổi trả trong 7 ngày.\n- Giữ nguyên tem.\n\n## PHÍ GIAO HÀNG\nNội thành 20.000đ.')
  })

  test('pages whose first lines differ by a figure alone are all kept', async () => {
    const text = await textOf(page => {
      for (let i = 1; i <= 4; i++) {
        if (i > 1) page.addPage()
        page.text(`Chi nhánh ${i} có bãi giữ xe.`, 56, 60)
      }
    })
    for (let i = 1; i <= 4; i++) assert.ok(text.includes(`Chi nhánh ${i} `), text)
  })
})
