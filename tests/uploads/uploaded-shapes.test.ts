import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as word from 'docx'
import type PDFDocument from 'pdfkit'
import { answerMessage } from '#features/bot/messages/answer-message.ts'
import { docx } from '#features/training/extract/docx/docx.ts'
import { pdf } from '#features/training/extract/pdf/pdf.ts'
import { txt } from '#features/training/extract/txt.ts'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import { makePdf } from '../fixtures/documents.ts'

const little = 0.4

function ask(text: string, questions: [question: string, expected: RegExp][]): void {
  const passages = splitPassages({ title: 'Tài liệu', text })
  const known = new Knowledge(
    passages.map(passage => ({ ...passage, id: `p${passage.position}`, source_id: 's', title: 'Tài liệu.pdf' })),
  )
  for (const [question, expected] of questions) {
    const { act, reply, citations } = answerMessage(known, { text: question, history: [], threshold: little })
    assert.equal(act, 'answer', question)
    assert.match(reply, expected, question)
    assert.ok(citations.length > 0)
    for (const { quote, start, end } of citations) assert.equal(text.slice(start, end), quote, question)
  }
}

async function fromPdf(paint: (page: PDFDocument) => void): Promise<string> {
  return (await pdf.extract(await makePdf(paint))).text
}

function rows(page: PDFDocument, top: number, places: number[], lines: string[][]): void {
  lines.forEach((cells, y) =>
    cells.forEach((cell, i) => cell && page.text(cell, places[i] ?? 56, top + y * 20, { lineBreak: false })),
  )
}

describe('questions are answered from files as shops have them', () => {
  test('PDF price list with groups printed once', async () => {
    const text = await fromPdf(page =>
      rows(
        page,
        60,
        [56, 180, 330, 430],
        [
          ['Nhóm', 'Dịch vụ', 'Đơn vị', 'Giá'],
          ['Nhổ răng', 'Răng thường', '1 răng', '500.000đ'],
          ['', 'Răng khôn', '1 răng', '1.500.000đ'],
          ['Nha chu', 'Cạo vôi', '1 lần', '200.000đ'],
        ],
      ),
    )
    ask(text, [
      ['giá nhổ răng khôn bao nhiêu', /(?<!\d)1\.500\.000đ/],
      ['cao voi bn', /200\.000đ/],
    ])
  })

  test('PDF menu in two columns', async () => {
    const text = await fromPdf(page =>
      rows(
        page,
        60,
        [56, 200, 310, 470],
        [
          ['CÀ PHÊ', '', 'TRÀ', ''],
          ['Cà phê sữa', '25.000đ', 'Trà đào', '35.000đ'],
          ['Bạc xỉu', '29.000đ', 'Trà vải', '32.000đ'],
          ['Cacao', '30.000đ', 'Hồng trà', '28.000đ'],
        ],
      ),
    )
    ask(text, [
      ['bạc xỉu giá bao nhiêu', /Bạc xỉu.*29\.000đ/],
      ['trà vải bao nhiêu tiền', /Trà vải.*32\.000đ/],
    ])
  })

  test('PDF with opening hours and branches', async () => {
    const text = await fromPdf(page => {
      page.font('Bold').text('Giờ mở cửa', 56, 60).font('Regular')
      page.text('T2–T6: 8h–21h; CN nghỉ', 56, 80).text('Thứ 7: 8h–17h', 56, 98)
      page.font('Bold').text('Hệ thống chi nhánh', 56, 130).font('Regular')
      rows(page, 150, [56], [['Chi nhánh 1: 12 Trần Phú, Hà Nội'], ['Chi nhánh 2: 8 Bạch Đằng, Hải Châu, Đà Nẵng']])
    })
    ask(text, [
      ['chủ nhật có mở cửa không', /CN nghỉ/],
      ['thứ 7 mở cửa đến mấy giờ', /8h–17h/],
      ['chi nhánh ở Đà Nẵng địa chỉ đâu', /8 Bạch Đằng/],
    ])
  })

  test('Word file with bold questions, a note and a struck price', async () => {
    const bold = (text: string): word.Paragraph =>
      new word.Paragraph({ children: [new word.TextRun({ text, bold: true })] })
    const children = [
      bold('Phí ship đi tỉnh bao nhiêu?'),
      new word.Paragraph({
        children: [new word.TextRun({ text: '45.000đ', strike: true }), new word.TextRun(' 35.000đ mọi tỉnh.')],
      }),
      bold('Shop có trả góp không?'),
      new word.Paragraph('Có, qua thẻ tín dụng 6 tháng.'),
    ]
    const file = await word.Packer.toBuffer(new word.Document({ sections: [{ children }] }))
    const { text } = await docx.extract(file)
    assert.ok(!text.includes('45.000'))
    ask(text, [
      ['phí ship đi tỉnh', /35\.000đ/],
      ['có trả góp không', /6 tháng/],
    ])
  })

  test('text in an old font, questions answered on their own line, tables of parts', async () => {
    const read = async (text: string): Promise<string> => (await txt.extract(Buffer.from(text))).text
    ask(await read('B¶ng gi¸ nha khoa\nNhæ r¨ng kh«n: 1.500.000®\nTÈy tr¾ng r¨ng: 2.000.000®'), [
      ['giá nhổ răng khôn bao nhiêu', /Nhổ răng khôn.*1\.500\.000đ/],
    ])
    ask(await read('Hỏi: Mua sỉ giảm bao nhiêu? Đáp: Giảm 15% từ 10 cái.\nHỏi: Có kiểm hàng không? Có, thoải mái.'), [
      ['mua sỉ giảm bao nhiêu', /15%/],
    ])
    ask(
      await read(
        'Dịch vụ\tĐơn vị\tGiá\nNha chu\nCạo vôi\t1 lần\t200.000đ\nNhổ răng\nRăng khôn\t1 răng\t1.500.000đ\nRăng sữa\t1 răng\t50.000đ',
      ),
      [['nhổ răng khôn bao nhiêu', /(?<!\d)1\.500\.000đ/]],
    )
  })
})
