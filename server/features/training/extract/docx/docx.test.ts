import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as word from 'docx'
import { rawDocx } from '#tests/fixtures/documents.ts'
import { docx } from './docx.ts'

type Cell = string | { text: string; columnSpan?: number; rowSpan?: number; bold?: boolean }

async function textOf(children: (word.Paragraph | word.Table)[]): Promise<string> {
  const numbering = {
    config: [{ reference: 'steps', levels: [{ level: 0, format: word.LevelFormat.DECIMAL, text: '%1.' }] }],
  }
  return (await docx.extract(await word.Packer.toBuffer(new word.Document({ numbering, sections: [{ children }] }))))
    .text
}

function table(rows: Cell[][]): word.Table {
  return new word.Table({
    rows: rows.map(
      cells =>
        new word.TableRow({
          children: cells.map(cell => {
            const { text, bold = false, ...span } = typeof cell === 'string' ? { text: cell } : cell
            const lines = text
              .split('\n')
              .map(line => new word.Paragraph({ children: [new word.TextRun({ text: line, bold })] }))
            return new word.TableCell({ children: lines, ...span })
          }),
        }),
    ),
  })
}

describe('Word text', () => {
  test('merged cells: each row is whole by itself, names over two rows are one, a row across all is a heading', async () => {
    const text = await textOf([
      table([
        [
          { text: 'Sản phẩm', rowSpan: 2 },
          { text: 'Giá', columnSpan: 2 },
        ],
        ['Sỉ', 'Lẻ'],
        [{ text: 'CHĂM SÓC DA', columnSpan: 3 }],
        ['Sữa rửa mặt', '120.000đ', '165.000đ'],
        [{ text: 'Toner', rowSpan: 2 }, '150.000đ', '210.000đ'],
        ['180.000đ', '240.000đ\nHàng mới'],
        [{ text: 'Trang điểm', columnSpan: 3 }],
        ['Son lì', '170.000đ', '239.000đ'],
      ]),
    ])
    const names = '| Sản phẩm | Giá Sỉ | Giá Lẻ |\n| --- | --- | --- |'
    assert.equal(
      text,
      `## CHĂM SÓC DA\n\n${names}\n| Sữa rửa mặt | 120.000đ | 165.000đ |\n| Toner | 150.000đ | 210.000đ |\n| Toner | 180.000đ | 240.000đ; Hàng mới |\n\n## Trang điểm\n\n${names}\n| Son lì | 170.000đ | 239.000đ |`,
    )
  })

  test('a table without names of columns stays rows; a bold first row is the names', async () => {
    const plain = [
      ['Nội thành', '20.000đ'],
      ['Ngoại thành', '35.000đ'],
    ]
    assert.equal(await textOf([table(plain)]), 'Nội thành\t20.000đ\nNgoại thành\t35.000đ')
    const facts = [
      ['Tên tiệm', 'Hạt Nâu'],
      ['Địa chỉ', '27 Nguyễn Công Trứ'],
      ['Mở cửa', '7h30 đến 21h00'],
    ]
    assert.equal(await textOf([table(facts)]), facts.map(fact => fact.join('\t')).join('\n'))
    const two = [
      ['Sản phẩm', 'Giá'],
      ['Gói dịch vụ', 'Giá theo yêu cầu'],
      ['Cà phê', '89.000đ'],
    ]
    assert.match(
      await textOf([table(two)]),
      /^\| Sản phẩm \| Giá \|\n\| --- \| --- \|\n\| Gói dịch vụ \| Giá theo yêu cầu \|/,
    )
    const bold = [
      [
        { text: 'Vùng', bold: true },
        { text: 'Người phụ trách', bold: true },
      ],
      ['Miền Bắc', 'Chị Lan'],
      ['Miền Nam', 'Anh Tú'],
    ]
    assert.match(
      await textOf([table(bold)]),
      /^\| Vùng \| Người phụ trách \|\n\| --- \| --- \|\n\| Miền Bắc \| Chị Lan \|/,
    )
  })

  test('headings by style, by bold and by capitals; lists with their marks; line breaks', async () => {
    const text = await textOf([
      new word.Paragraph({ text: 'Giao hàng', heading: word.HeadingLevel.HEADING_1 }),
      new word.Paragraph('Giao trong 2 ngày.'),
      new word.Paragraph({ children: [new word.TextRun({ text: 'Đổi trả:', bold: true })] }),
      new word.Paragraph({ text: 'Còn tem', bullet: { level: 0 } }),
      new word.Paragraph({ text: 'Tem phụ cũng vậy', bullet: { level: 1 } }),
      new word.Paragraph({ text: 'Chưa dùng', bullet: { level: 0 } }),
      new word.Paragraph('THANH TOÁN KHI NHẬN'),
      new word.Paragraph({ text: 'Mở hộp', numbering: { reference: 'steps', level: 0 } }),
      new word.Paragraph({ text: 'Trả tiền', numbering: { reference: 'steps', level: 0 } }),
      new word.Paragraph({ text: 'Liên hệ', heading: word.HeadingLevel.HEADING_1 }),
      new word.Paragraph({
        children: [new word.TextRun('Zalo: 0912 345 678'), new word.TextRun({ text: 'Gọi < 21h & > 8h', break: 1 })],
      }),
    ])
    assert.deepEqual(
      text.split('\n').filter(line => line !== ''),
      [
        '## Giao hàng',
        'Giao trong 2 ngày.',
        '## Đổi trả',
        '- Còn tem',
        '  - Tem phụ cũng vậy',
        '- Chưa dùng',
        '## THANH TOÁN KHI NHẬN',
        '1. Mở hộp',
        '2. Trả tiền',
        '## Liên hệ',
        'Zalo: 0912 345 678',
        'Gọi < 21h & > 8h',
      ],
    )
  })

  test('what a person no longer sees is not read: deleted words, comments', async () => {
    const body =
      '<w:p><w:r><w:t xml:space="preserve">Giá mới </w:t></w:r><w:del w:id="1" w:author="a"><w:r><w:delText>99.000đ</w:delText></w:r></w:del><w:ins w:id="2" w:author="a"><w:r><w:t>89.000đ</w:t></w:r></w:ins></w:p>'
    assert.equal((await docx.extract(rawDocx(body))).text, 'Giá mới 89.000đ')
  })

  test('words struck through are no price any more', async () => {
    const body =
      '<w:p><w:r><w:rPr><w:strike/></w:rPr><w:t xml:space="preserve">500.000đ </w:t></w:r><w:r><w:t>400.000đ</w:t></w:r></w:p>'
    assert.equal((await docx.extract(rawDocx(body))).text, '400.000đ')
  })

  test('a note stands where its mark is', async () => {
    const children = [
      new word.Paragraph({
        children: [
          new word.TextRun('Nhổ răng 500.000đ'),
          new word.FootnoteReferenceRun(1),
          new word.TextRun(' một răng'),
        ],
      }),
    ]
    const file = new word.Document({
      footnotes: { 1: { children: [new word.Paragraph('chưa gồm thuốc')] } },
      sections: [{ children }],
    })
    const { text } = await docx.extract(await word.Packer.toBuffer(file))
    assert.equal(text, 'Nhổ răng 500.000đ (chưa gồm thuốc) một răng')
  })

  test('a table that only puts blocks beside each other is read block by block; a table in a cell row by row', async () => {
    const cell = (children: (word.Paragraph | word.Table)[]): word.TableCell => new word.TableCell({ children })
    const beside = new word.Table({
      rows: [
        new word.TableRow({
          children: [
            cell([
              new word.Paragraph({ children: [new word.TextRun({ text: 'Địa chỉ', bold: true })] }),
              new word.Paragraph('12 Trần Phú, Hà Nội'),
            ]),
            cell([
              new word.Paragraph({ children: [new word.TextRun({ text: 'Giờ mở cửa', bold: true })] }),
              new word.Paragraph('T2–T6: 8h–21h; CN nghỉ'),
            ]),
          ],
        }),
      ],
    })
    assert.equal(await textOf([beside]), '## Địa chỉ\n\n12 Trần Phú, Hà Nội\n\n## Giờ mở cửa\n\nT2–T6: 8h–21h; CN nghỉ')
    const inner = table([
      ['Dịch vụ', 'Giá'],
      ['Gội', '80.000đ'],
      ['Cắt', '120.000đ'],
    ])
    const outer = new word.Table({
      rows: [
        ['Gói', 'Chi tiết'].map(name => cell([new word.Paragraph(name)])),
        [cell([new word.Paragraph('Cơ bản')]), cell([inner, new word.Paragraph('')])],
      ].map(children => new word.TableRow({ children })),
    })
    assert.match(await textOf([outer]), /\| Cơ bản \| Gội: 80\.000đ; Cắt: 120\.000đ \|/)
  })
})
