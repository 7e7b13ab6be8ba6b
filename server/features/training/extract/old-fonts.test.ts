import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makePdf } from '#tests/fixtures/documents.ts'
import { ExtractError } from './extractor.ts'
import { fromOldFonts } from './old-fonts.ts'
import { pdf } from './pdf/pdf.ts'
import { txt } from './txt.ts'

const right =
  'Bảng giá dịch vụ nha khoa. Nhổ răng khôn: 1.500.000đ một răng. Cửa hàng mở cửa từ 8h đến 21h, chủ nhật nghỉ. Được đổi trả trong bảy ngày, giữ nguyên tem.'
const tcvn3 =
  'B¶ng gi¸ dÞch vô nha khoa. Nhæ r¨ng kh«n: 1.500.000® mét r¨ng. Cöa hµng më cöa tõ 8h ®Õn 21h, chñ nhËt nghØ. §\u00adîc ®æi tr¶ trong b¶y ngµy, gi÷ nguyªn tem.'
const vni =
  'Baûng giaù dòch vuï nha khoa. Nhoå raêng khoân: 1.500.000ñ moät raêng. Cöûa haøng môû cöûa töø 8h ñeán 21h, chuû nhaät nghæ. Ñöôïc ñoåi traû trong baûy ngaøy, giöõ nguyeân tem.'

describe('fonts from before Unicode', () => {
  test('TCVN3 and VNI become Vietnamese', () => {
    assert.equal(fromOldFonts(tcvn3), right)
    assert.equal(fromOldFonts(vni), right)
  })

  test('in a text file and in a PDF alike', async () => {
    assert.equal((await txt.extract(Buffer.from(tcvn3))).text, right)
    const { text } = await pdf.extract(await makePdf(page => page.text(vni, 56, 60, { width: 480 })))
    assert.equal(text, right)
  })

  test('other texts stay as they are', () => {
    for (const text of [
      right,
      right.normalize('NFD'),
      'Café crème, garçon! Où êtes-vous? « Très bien » – Noël à la façon de grand-mère, 25 °C, 5µm, Sen® và Mây©.',
      'Señor Peña compró jamón, piñón y muñecas. Mañana será otro día en España, ¿no?',
      'Können Sie mir Größe und Maße nennen? Schöne Grüße aus München und Österreich.',
      'The shop opens at 8 and closes at 21. Price: 25 USD.',
      'CÔNG TY HOA SEN: giá trà đá 5k, cà phê 20k',
    ])
      assert.equal(fromOldFonts(text), text)
  })

  test('signs of an old font that make no words are told to the owner', () => {
    assert.throws(
      () => fromOldFonts('xq¸z¶ ·w¹k¨ ®tt¾b »¼½g q®r¸ zz¶p ww·k'.repeat(3)),
      error => error instanceof ExtractError && error.reason === 'old_font',
    )
  })
})
