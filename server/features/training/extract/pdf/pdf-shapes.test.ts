import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type PDFDocument from 'pdfkit'
import { makePdf } from '#tests/fixtures/documents.ts'
import { pdf } from './pdf.ts'

async function linesOf(paint: (page: PDFDocument) => void): Promise<string[]> {
  return (await pdf.extract(await makePdf(paint))).text.split('\n').filter(line => line !== '')
}

function row(page: PDFDocument, top: number, cells: string[], places: number[]): void {
  cells.forEach((cell, i) => cell !== '' && page.text(cell, places[i] ?? 56, top, { lineBreak: false }))
}

const flyer = [
  'Giao hàng trong nội thành mất từ một đến hai ngày làm việc, phí giao là 20.000đ cho mỗi đơn dưới năm trăm nghìn.',
  'Đổi trả trong vòng bảy ngày kể từ ngày nhận hàng, hàng còn nguyên tem và hoá đơn, không đổi hàng giảm trên 50%.',
  'Bảo hành mười hai tháng cho mọi sản phẩm điện, mang hoá đơn tới cửa hàng 12 Trần Phú để được kiểm tra miễn phí.',
]

describe('PDF as shops lay them out', () => {
  test('three newspaper columns are read one after the other', async () => {
    const lines = await linesOf(page => flyer.forEach((part, i) => page.text(part, 56 + i * 170, 80, { width: 145 })))
    assert.deepEqual(lines, flyer)
  })

  test('columns that were written line by line are read column by column, below a title across both', async () => {
    const left = [
      'Giao hàng nội thành mất từ',
      'một đến hai ngày làm việc,',
      'phí giao là 20.000đ cho mỗi',
      'đơn hàng.',
    ]
    const right = [
      'Bảo hành mười hai tháng cho',
      'mọi sản phẩm điện tử, mang',
      'hoá đơn tới số 12 Trần Phú',
      'để kiểm tra.',
    ]
    const lines = await linesOf(page => {
      page.fontSize(18).text('Cẩm nang dành cho khách hàng của Hoa Sen', 56, 40, { lineBreak: false }).fontSize(11)
      left.forEach((line, i) => row(page, 80 + i * 16, [line, right[i] ?? ''], [56, 310]))
    })
    assert.deepEqual(lines.slice(1), [left.join(' '), right.join(' ')])
  })

  test('a group printed once is said in each row, also on the next page', async () => {
    const places = [56, 180, 430]
    const lines = await linesOf(page => {
      page.font('Bold')
      row(page, 60, ['Nhóm', 'Dịch vụ', 'Giá'], places)
      page.font('Regular')
      row(page, 80, ['Nhổ răng', 'Răng thường', '500.000đ'], places)
      row(page, 100, ['', 'Răng khôn', '1.500.000đ'], places)
      page.addPage().font('Bold')
      row(page, 60, ['Nhóm', 'Dịch vụ', 'Giá'], places)
      page.font('Regular')
      row(page, 80, ['', 'Răng sữa', '50.000đ'], places)
      row(page, 100, ['Tẩy trắng', 'Tại nhà', '1.200.000đ'], places)
    })
    assert.deepEqual(lines, [
      '| Nhóm | Dịch vụ | Giá |',
      '| --- | --- | --- |',
      '| Nhổ răng | Răng thường | 500.000đ |',
      '| Nhổ răng | Răng khôn | 1.500.000đ |',
      '| Nhổ răng | Răng sữa | 50.000đ |',
      '| Tẩy trắng | Tại nhà | 1.200.000đ |',
    ])
  })

  test('names over names belong to each of their columns', async () => {
    const places = [56, 320, 430]
    const lines = await linesOf(page => {
      row(page, 60, ['Món', 'Giá'], [56, 380])
      row(page, 80, ['', 'Size M', 'Size L'], places)
      row(page, 100, ['Trà đào', '35.000đ', '42.000đ'], places)
      row(page, 120, ['Trà vải', '36.000đ', '43.000đ'], places)
    })
    assert.equal(lines[0], '| Món | Giá Size M | Giá Size L |')
    assert.equal(lines[3], '| Trà vải | 36.000đ | 43.000đ |')
  })

  test('a menu in two columns is two lists', async () => {
    const places = [56, 200, 310, 470]
    const entries = [
      ['Cà phê sữa', '25.000đ', 'Trà đào', '35.000đ'],
      ['Bạc xỉu', '29.000đ', 'Trà vải', '32.000đ'],
      ['Cacao', '30.000đ', '', ''],
    ]
    const menu = (head: string[]): Promise<string[]> =>
      linesOf(page => [head, ...entries].forEach((cells, i) => row(page, 60 + i * 18, cells, places)))
    assert.deepEqual(await menu(['CÀ PHÊ', '', 'TRÀ', '']), [
      '## CÀ PHÊ',
      'Cà phê sữa\t25.000đ',
      'Bạc xỉu\t29.000đ',
      'Cacao\t30.000đ',
      '## TRÀ',
      'Trà đào\t35.000đ',
      'Trà vải\t32.000đ',
    ])
    assert.deepEqual((await menu(['Món', 'Giá', 'Món', 'Giá'])).slice(5), [
      '| Món | Giá |',
      '| --- | --- |',
      '| Trà đào | 35.000đ |',
      '| Trà vải | 32.000đ |',
    ])
    assert.equal((await menu(['Món', 'Giá lẻ', 'Quà tặng', 'Giá sỉ']))[0], '| Món | Giá lẻ | Quà tặng | Giá sỉ |')
  })

  test('entries of a list stay lines of their own, the longest one too', async () => {
    const entries = [
      'Chi nhánh 1: 12 Trần Phú, Hà Đông, Hà Nội – 0901 234 567',
      'Chi nhánh 2: 45 Lê Lợi, Quận 1, TP. Hồ Chí Minh – 0902 345 678',
      'Chi nhánh 3: 8 Bạch Đằng, Hải Châu, Đà Nẵng – 0903 456 789',
    ]
    const drawn = (texts: string[]): Promise<string[]> =>
      linesOf(page => texts.forEach((text, i) => page.text(text, 56, 60 + i * 18, { lineBreak: false })))
    assert.deepEqual(await drawn(entries), entries)
    assert.deepEqual(await drawn(['Trà đào cam sả . . . . . . 35.000đ', 'Trà vải ______ 32k']), [
      'Trà đào cam sả\t35.000đ',
      'Trà vải\t32k',
    ])
  })

  test('bold questions are headings, however short the answers', async () => {
    const lines = await linesOf(page => {
      page.font('Bold').text('1. Bao lâu thì nhận được hàng?', 56, 60, { lineBreak: false })
      page.font('Regular').text('Nội thành 1–2 ngày, tỉnh khác 3–5 ngày kể từ lúc đặt.', 56, 78, { lineBreak: false })
      page.font('Bold').text('2. Có được kiểm hàng không?', 56, 104, { lineBreak: false })
      page.font('Regular').text('Được, bạn kiểm hàng thoải mái trước khi thanh toán.', 56, 122, { lineBreak: false })
    })
    assert.deepEqual(
      lines.filter(line => line.startsWith('## ')),
      ['## 1. Bao lâu thì nhận được hàng?', '## 2. Có được kiểm hàng không?'],
    )
  })

  test('words parted at the end of a line are whole, names with a hyphen keep it', async () => {
    const lines = await linesOf(page => {
      page.text('The shop offers a twelve-month war-', 56, 60, { lineBreak: false })
      page.text('ranty for every electronic product.', 56, 76, { lineBreak: false })
    })
    assert.deepEqual(lines, ['The shop offers a twelve-month warranty for every electronic product.'])
  })

  test('turned pages and tables drawn sideways are read upright', async () => {
    for (const turn of [90, 180, 270]) {
      const lines = await linesOf(page => {
        page.rotate(turn, { origin: [300, 400] })
        row(page, 360, ['Dịch vụ', 'Giá'], [200, 350])
        row(page, 380, ['Gội đầu', '80.000đ'], [200, 350])
        row(page, 400, ['Cắt tóc', '120.000đ'], [200, 350])
      })
      assert.deepEqual(lines.slice(2), ['| Gội đầu | 80.000đ |', '| Cắt tóc | 120.000đ |'], String(turn))
    }
  })

  test('heads and feet stand once and break no sentence that runs over the page', async () => {
    const lines = await linesOf(page => {
      for (let i = 1; i <= 4; i++) {
        if (i > 1) page.addPage()
        page.text('Nha khoa Sen Việt', 56, 20, { lineBreak: false })
        page.text(i === 1 ? 'Mời khách giữ hoá đơn.' : `và giữ hoá đơn số ${i} trong một năm.`, 56, 80)
        page.text(`Đây là phần thứ ${i} của tài liệu.`, 56, 140)
        if (i < 4) page.text(`Khách mang theo thẻ số ${i}`, 56, 690, { lineBreak: false })
        page.text(`Hotline 0901 234 567 | Trang ${i} / 4`, 56, 750, { lineBreak: false })
      }
    })
    assert.equal(lines.filter(line => line === 'Nha khoa Sen Việt').length, 1)
    assert.equal(lines.at(-1), 'Hotline 0901 234 567')
    assert.equal(lines[lines.indexOf('Khách mang theo thẻ số 1') + 1], 'và giữ hoá đơn số 2 trong một năm.')
  })
})
