import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { questionAlone } from './customer-contacts.ts'

const cases: [string, string][] = [
  ['ship bao nhiêu? sdt em 0988123456', 'ship bao nhiêu?'],
  ['chén quân bao nhiêu ạ, sđt của em là 0988 123 456 tên Hoa', 'chén quân bao nhiêu ạ,'],
  ['0988123456 ship bao nhieu', 'ship bao nhieu'],
  ['mấy giờ mở cửa, gọi lại cho em theo số 0988.123.456 nha', 'mấy giờ mở cửa,'],
  ['phí ship bn ạ. Mail em hoa@gmail.com', 'phí ship bn ạ.'],
  ['giá sao ib em qua zalo 0988123456 nhé', 'giá sao'],
  ['sđt 0988123456 tên Hoa ship bao nhiêu?', 'tên Hoa ship bao nhiêu?'],
  ['số 0909123456 có phải của shop không', 'số 0909123456 có phải của shop không'],
  ['0909 123 456 là số của shop hả', '0909 123 456 là số của shop hả'],
  ['ship về 15 Lê Lợi, Quận 3 bao nhiêu, sdt 0988123456', 'ship về 15 Lê Lợi, Quận 3 bao nhiêu,'],
  ['0988123456', '0988123456'],
  ['shop mở mấy giờ', 'shop mở mấy giờ'],
]

for (const [text, question] of cases) {
  test(text, () => assert.equal(questionAlone(text, detectContacts(text)), question))
}
