import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import type { Answer } from '../messages/asked-answer.ts'
import { answerMessage } from '../messages/answer-message.ts'

const document = `# Tiệm thuyền Sóng Lam
## Nội quy
- Thú cưng: chó mèo dưới 6 kg được lên thuyền, phải có rọ.
- Hút thuốc chỉ ở boong sau.
- Trễ giờ: thuyền chờ tối đa 10 phút. Quá giờ thì mất 50% tiền vé.
## Thanh toán
Nhận tiền mặt và chuyển khoản, không nhận quẹt thẻ.
Xuất hoá đơn VAT trong ngày, báo mã số thuế khi đặt.
## Giao vé
Nội thành Đà Nẵng: phí ship 22.000đ, giao trong ngày. Các tỉnh thành khác: phí ship 35.000đ, giao trong 3 ngày.
## Ví dụ
Anh Minh dắt chó 9 kg, tiệm vẫn cho lên thuyền vì vắng khách.`
const knowledge = new Knowledge(
  splitPassages({ title: 'Nội quy', text: document }).map(passage => ({
    ...passage,
    id: String(passage.position),
    source_id: 'noi-quy',
    title: 'Nội quy',
  })),
)
const ask = (text: string): Answer => answerMessage(knowledge, { text, history: [], threshold: null })
const statement = ({ trace }: Answer): unknown => trace['statement']

describe('answers from a sentence that says all that is asked', () => {
  for (const [text, expected] of [
    ['có xuất hoá đơn VAT không', /Xuất hoá đơn VAT trong ngày/],
    ['xuat hoa don vat dc ko shop', /Xuất hoá đơn VAT trong ngày/],
    ['quẹt thẻ được không ạ', /không nhận quẹt thẻ/],
    ['hút thuốc được không', /boong sau/],
  ] as const)
    it(text, () => {
      const answer = ask(text)
      assert.equal(answer.act, 'answer', JSON.stringify(answer.trace))
      assert.match(answer.reply, expected)
      for (const { quote, start, end } of answer.citations) assert.equal(document.slice(start, end), quote)
    })

  for (const text of [
    'chó 9 kg lên thuyền được không',
    'zalopay được không',
    'còn vé không',
    'thú cưng có áo phao không',
  ])
    it(`none for: ${text}`, () => assert.equal(statement(ask(text)), undefined))

  it('cases of one thing are told together, each with its name', () => {
    for (const text of ['ship bn v shop', 'phí ship bao nhiêu ạ']) {
      const answer = ask(text)
      assert.match(answer.reply, /Nội thành Đà Nẵng: phí ship 22\.000đ/)
      assert.match(answer.reply, /Các tỉnh thành khác: phí ship 35\.000đ/)
      assert.equal(answer.citations.length, 2)
    }
    const one = ask('phí ship nội thành đà nẵng bao nhiêu')
    assert.match(one.reply, /22\.000đ/)
    assert.doesNotMatch(one.reply, /35\.000đ/)
  })

  it('of messages sent one after the other one may be left to people', () => {
    const answer = ask('thuyền có chở xe máy không\nquẹt thẻ được không ạ')
    assert.match(answer.reply, /không nhận quẹt thẻ/)
    assert.match(answer.reply, /“thuyền có chở xe máy không”/)
    assert.deepEqual(answer.left, ['thuyền có chở xe máy không'])
  })

  it('never a story, by whatever way', () => {
    for (const text of ['chó 9 kg lên thuyền được không', 'cho len thuyen vi vang khach duoc khong'])
      assert.doesNotMatch(ask(text).reply, /Anh Minh/u)
  })
})
