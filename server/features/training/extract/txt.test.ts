import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExtractError } from './extractor.ts'
import { hasHeader } from './table-text.ts'
import { txt } from './txt.ts'

async function textOf(text: string): Promise<string> {
  return (await txt.extract(Buffer.from(text, 'utf8'))).text
}

test('plain lines stay as they are; capitals become headings, spreadsheet rows a table', async () => {
  assert.equal(
    await textOf('PHÍ GIAO HÀNG\nNội thành: 20k\n\n\n\nBảng giá\nTên hàng\tGiá\nÁo thun\t199k\nMũ\t89k\n'),
    '## PHÍ GIAO HÀNG\nNội thành: 20k\n\nBảng giá\n| Tên hàng | Giá |\n| --- | --- |\n| Áo thun | 199k |\n| Mũ | 89k |',
  )
  assert.equal(await textOf('Áo thun\t199k\nMũ\t89k'), 'Áo thun\t199k\nMũ\t89k')
  assert.equal(await textOf('\tĐoạn thụt đầu dòng.\n\tĐoạn nữa.'), 'Đoạn thụt đầu dòng.\nĐoạn nữa.')
})

test('encodings: with a mark or UTF-8; anything else is told, not guessed', async () => {
  const sentence = 'Mở cửa 8h–21h, nghỉ thứ hai.'
  assert.equal(await textOf(`\ufeff${sentence}`), sentence)
  const little = Buffer.from(`\ufeff${sentence}`, 'utf16le')
  assert.equal((await txt.extract(little)).text, sentence)
  assert.equal((await txt.extract(Buffer.from(little).swap16())).text, sentence)
  await assert.rejects(txt.extract(Buffer.from('M\u1edf c\u1eeda', 'latin1')), ExtractError)
})

test('names of columns are told from the first row of data', () => {
  const yes = [
    [
      ['Sản phẩm', 'Giá'],
      ['Áo thun', '199.000đ'],
    ],
    [
      ['STT', 'Tên món', 'Đơn giá'],
      ['1', 'Trà đào', '35k'],
    ],
    [
      ['Khu vực', 'Thời gian giao'],
      ['Nội thành', '1–2 ngày'],
    ],
    [
      ['Vùng', 'Lãi'],
      ['Bắc', '12%'],
      ['Nam', '$15'],
      ['Trung', '9'],
    ],
    [
      ['Item', 'Price'],
      ['Latte', '$4.50'],
    ],
    [
      ['Tên gói', 'Giá'],
      ['Gói A', '100k'],
      ['Gói B', '200k'],
    ],
    [
      ['Chi nhánh', 'Địa chỉ'],
      ['Quận 1', '12 Lê Lợi'],
      ['Quận 3', '5 Võ Văn Tần'],
    ],
  ]
  const no = [
    [
      ['Áo thun', '199.000đ'],
      ['Mũ', '89.000đ'],
    ],
    [
      ['Tên tiệm', 'Hạt Nâu'],
      ['Hotline', '0912 345 678'],
    ].slice(0, 1),
    [
      ['Hotline', 'Zalo'],
      ['Anh Tú', 'Chị Lan'],
    ],
    [
      ['Thứ hai – thứ sáu', '9h00 – 20h00'],
      ['Chủ nhật', '8h30 – 21h00'],
    ],
  ]
  for (const rows of yes) assert.equal(hasHeader(rows), true, rows[0]?.join(' | '))
  for (const rows of no) assert.equal(hasHeader(rows), false, rows[0]?.join(' | '))
})

test('marks of Markdown: bold questions and names are headings, letters in another face are letters', async () => {
  assert.equal(
    await textOf(
      '**Shop mở cửa mấy giờ?**\nTừ 8h đến 21h.\n\n**Có bãi xe không?** Có, **miễn phí**.\n| Tẩy trắng \\| 2 hàm | **2.000**<br>nghìn |',
    ),
    '## Shop mở cửa mấy giờ?\nTừ 8h đến 21h.\n\n## Có bãi xe không?\nCó, miễn phí.\n| Tẩy trắng / 2 hàm | 2.000 nghìn |',
  )
  assert.equal(await textOf('2 * 3 ** 4, snake__case và __dirname'), '2 * 3 ** 4, snake__case và __dirname')
})

test('tables drawn with signs, parted by semicolons, or under the titles of their parts', async () => {
  assert.equal(
    await textOf(
      '+-----+------+\n| Món | Giá  |\n+=====+======+\n| Trà | 20k  |\n+-----+------+\n| Cà phê | 30k |\n+-----+------+',
    ),
    '| Món | Giá  |\n|-----|------|\n| Trà | 20k  |\n| Cà phê | 30k |',
  )
  assert.equal(
    await textOf('Tên;Giá;Bảo hành\nNồi;500.000đ;12 tháng\nQuạt;300.000đ;24 tháng'),
    '| Tên | Giá | Bảo hành |\n| --- | --- | --- |\n| Nồi | 500.000đ | 12 tháng |\n| Quạt | 300.000đ | 24 tháng |',
  )
  assert.equal(
    await textOf('Dịch vụ\tGiá\nNha chu\nCạo vôi\t200.000đ\nNhổ răng\nRăng khôn\t1.500.000đ\nGọi để hẹn giờ'),
    '## Nha chu\n| Dịch vụ | Giá |\n| --- | --- |\n| Cạo vôi | 200.000đ |\n## Nhổ răng\n| Dịch vụ | Giá |\n| --- | --- |\n| Răng khôn | 1.500.000đ |\nGọi để hẹn giờ',
  )
})
