import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import type { Answer } from '../messages/asked-answer.ts'
import { answerMessage } from '../messages/answer-message.ts'

const documents: Record<string, string> = {
  'Về tiệm': `# Tiệm bánh Gió Bấc
## Giờ bán hàng
- Chi nhánh Hồ Tây: 7h00 – 21h00 mỗi ngày
- Chi nhánh Cầu Đất: 8h00 – 20h00 từ thứ hai đến thứ bảy
- Tết Nguyên đán: nghỉ từ 28 Tết, mùng 6 mở lại lúc 9h00
## Địa chỉ
- Chi nhánh Hồ Tây: 45 Lạc Long Quân, phường Tây Hồ, Hà Nội
- Chi nhánh Cầu Đất: 12 Cầu Đất, quận Ngô Quyền, Hải Phòng
## Liên hệ
Hotline: 0900 000 321
Tài khoản: ngân hàng ACB, số 1234 5678 900, tên Gió Bấc
Thanh toán: tiền mặt, chuyển khoản, quẹt thẻ.`,
  'Lớp làm bánh': 'Lớp làm bánh mở chủ nhật 9h00 – 11h00, học ở 3 Trần Phú, quận Hồng Bàng, Hải Phòng.',
}
const knowledge = new Knowledge(
  Object.entries(documents).flatMap(([title, text]) =>
    splitPassages({ title, text }).map(passage => ({
      ...passage,
      id: `${title} ${passage.position}`,
      source_id: title,
      title,
    })),
  ),
)
const ask = (text: string): Answer =>
  answerMessage(knowledge, { text, history: [], threshold: null, today: '2026-11-23' })

describe('what every shop is asked about itself', () => {
  for (const [text, expected, not] of [
    ['mấy giờ mở cửa vậy shop', /7h00 – 21h00[^]*8h00 – 20h00/u, /Tết|9h00 – 11h00/u],
    ['may gio dong cua a', /21h00[^]*20h00/u, /Tết/u],
    ['mấy giờ shop đóng cửa', /21h00[^]*20h00/u, /Tết/u],
    ['chi nhánh cầu đất mở cửa mấy giờ', /8h00 – 20h00/u, /7h00/u],
    ['tết có mở cửa không shop', /mùng 6 mở lại/u, /7h00/u],
    ['chủ nhật có mở cửa không', /Hồ Tây: 7h00/u, /Cầu Đất/u],
    ['tiệm ở đâu vậy', /Lạc Long Quân[^]*12 Cầu Đất/u, /Trần Phú/u],
    ['where are you located?', /Lạc Long Quân/u, /Trần Phú/u],
    ['cho xin số điện thoại', /0900 000 321/u, /1234/u],
    ['cho e xin stk', /1234 5678 900/u, /0900/u],
    ['thanh toán kiểu gì được ạ', /tiền mặt, chuyển khoản, quẹt thẻ/u, /1234/u],
  ] as const)
    it(text, () => {
      const { act, reply, citations } = ask(text)
      assert.equal(act, 'answer', reply)
      assert.match(reply, expected)
      assert.doesNotMatch(reply, not)
      for (const { source_id: source, quote, start, end } of citations)
        assert.equal(documents[source]?.slice(start, end), quote)
    })

  it('does not stand before what is surer, where the shop is more careful', () => {
    const text = 'mấy giờ mở cửa vậy shop'
    const asked = { text, history: [], threshold: 0.95, today: '2026-11-23', judge: () => 0.97 }
    assert.equal(answerMessage(knowledge, asked).act, 'answer')
  })

  for (const text of ['chi nhánh 3 ở đâu', 'mùng 2/9 có mở cửa không', 'chi nhánh quận 7 mở cửa mấy giờ'])
    it(`no other branch or day for: ${text}`, () => {
      assert.doesNotMatch(ask(text).reply, /Lạc Long Quân|7h00 – 21h00/u)
    })
})
