import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import { answerMessage } from '../messages/answer-message.ts'
import { unproven } from '../checks/number-lock.ts'
import { inOtherWords } from './other-words.ts'

const little = 0.2

const vietnamese = `# Spa Hương Sen
## Giờ mở cửa
Thứ hai đến thứ sáu: 9h00 - 20h30.
Thứ bảy, chủ nhật: 8h30 - 21h00.

## Giá
| Dịch vụ | Thời gian | Giá |
|---|---|---|
| Massage body đá nóng | 90 phút | 480.000đ |
| Massage chân | 60 phút | 220.000đ |
| Gội đầu thảo dược | 45 phút | 150.000đ |
| Chăm sóc da mặt | 75 phút | 350.000đ |

## Lưu ý
Phụ nữ mang thai dưới 3 tháng không làm massage.
`
const english = `# Cotton House
## Prices
| Item | Price |
|---|---|
| Plain cotton shirt | 159,000 VND |
| Linen scarf | 99,000 VND |

## Opening hours
Monday to Friday: 9:00 - 18:00.
`

const shopOf = (text: string): Knowledge =>
  new Knowledge(
    splitPassages({ title: 'Shop', text }).map(passage => ({
      ...passage,
      id: String(passage.position),
      source_id: 'shop',
      title: 'Shop',
    })),
  )
const ask = (text: string, question: string) =>
  answerMessage(shopOf(text), { text: question, history: [], threshold: little })

describe('a quote in the other language', () => {
  it('stands as it is written, after a word in the customer’s language about it, and with what it says', () => {
    const { act, reply, language, citations } = ask(vietnamese, 'how much is the hot stone massage?')
    assert.deepEqual([act, language], ['answer', 'en'])
    assert.equal(reply, 'Massage body đá nóng: 480.000đ')
    assert.match(citations[0]?.quote ?? '', /Massage body đá nóng \| 90 phút \| 480\.000đ/)
    assert.match(
      ask(vietnamese, 'what time do you open on Saturday?').reply,
      /In English: .*Saturday, Sunday: 8:30 - 21:00/,
    )
  })

  it('is not half translated: where a word is not known the quote stands alone', () => {
    const { act, reply } = ask(vietnamese, 'can pregnant women have a massage?')
    assert.equal(act, 'answer')
    assert.match(reply, /^From the shop’s document \(Vietnamese\):.*Phụ nữ mang thai dưới 3 tháng không làm massage/s)
    assert.doesNotMatch(reply, /In English/)
  })

  it('goes the other way too, and is no matter where both speak the same language', () => {
    const { act, reply } = ask(english, 'áo cotton trơn giá bao nhiêu vậy shop')
    assert.equal(act, 'answer')
    assert.match(reply, /^Dạ, thông tin trong tài liệu của shop \(tiếng Anh\):[^]*159,000 VND/)
    assert.match(reply, /Tạm dịch: Plain cotton shirt; giá: 159\.000đ/)
    assert.doesNotMatch(ask(vietnamese, 'massage chân bao nhiêu').reply, /Tạm dịch|tài liệu/)
    assert.doesNotMatch(ask(english, 'how much is the linen scarf').reply, /In English|Vietnamese/)
  })

  for (const [line, translation] of [
    [
      'Mở cửa 8h - 20h từ thứ ba đến chủ nhật, thứ hai nghỉ.',
      'Open 8:00 - 20:00 from Tuesday to Sunday, Monday closed',
    ],
    ['Phòng VIP có camera: 250.000đ một đêm', 'Phòng VIP có camera: 250,000 VND a night'],
    ['Bảo hành: 12 tháng', 'Warranty: 12 months'],
    ['Phí ship: 35k', 'Delivery fee: 35,000 VND'],
    ['Sáng 1 buổi, chiều 1 giờ', 'Morning 1 session, afternoon 1 hour'],
    ['Nhận phòng từ 14h, trả phòng trước 12h.', null],
    ['Không hoàn tiền.', null],
  ] as const)
    it(`${line} → ${translation ?? 'nothing'}`, () => {
      assert.equal(inOtherWords(line, 'en'), translation)
      if (translation) assert.deepEqual(unproven(translation, { cited: [line] }), [])
    })

  it('keeps every figure: “never” and “not” are no words that it knows', () => {
    for (const line of ['Không giảm 10%', 'Chưa mở cửa chủ nhật', 'Trừ thứ hai'])
      assert.equal(inOtherWords(line, 'en'), null)
  })
})
