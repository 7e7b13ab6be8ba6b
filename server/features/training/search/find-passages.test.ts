import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPassages } from './find-passages.ts'
import { Knowledge, type Passage } from '../knowledge/knowledge.ts'
import { readQuery, type Turn } from './query.ts'

function passage(id: string, text: string, heading = '', title = 'Chính sách'): Passage {
  return { id, source_id: `source-${id}`, title, heading, text, start: 0, end: text.length }
}

const shop = [
  passage('ship', 'Nội thành Hà Nội: phí ship 20.000đ. Các tỉnh thành khác: phí ship 32.000đ.', 'Phí giao hàng'),
  passage('swap', 'Sản phẩm còn nguyên seal được đổi hoặc trả trong 7 ngày.', 'Đổi trả'),
  passage('prices', 'Kem chống nắng Haru: 365.000đ\nSữa rửa mặt Yến Mạch: 175.000đ', 'Bảng giá'),
  passage('hours', 'Cửa hàng mở cửa 9h00 đến 21h30 tất cả các ngày.', 'Giờ mở cửa'),
  passage('tiers', 'Hạng Bạc: giảm 3%. Hạng Kim Cương: từ 15.000.000đ, giảm 12%.', 'Hạng thẻ'),
]

function bestUnit(text: string, history: Turn[] = [], knowledge = new Knowledge(shop)): string | undefined {
  return findPassages(knowledge, readQuery(text, history)).units[0]?.unit.text
}

describe('finding the unit that answers', () => {
  const asked: [string, RegExp][] = [
    ['ship bn v shop, e ở đà nẵng', /32\.000đ/],
    ['phi ship noi thanh ha noi', /20\.000đ/],
    ['kcn haru bnh', /365\.000đ/],
    ['sua rua mat yen mahc bao nhieu', /175\.000đ/],
    ['mấy h đóng cửa', /21h30/],
    ['How much is shipping to Hai Phong?', /32\.000đ/],
    ['what time do you open?', /9h00/],
    ['mua rồi trả lại được không', /7 ngày/],
  ]
  for (const [text, answer] of asked) it(text, () => assert.match(bestUnit(text) ?? '', answer))

  it('follows up on the turn before', () => {
    const history: Turn[] = [
      { role: 'customer', text: 'kem chống nắng haru giá bao nhiêu' },
      { role: 'bot', text: 'Dạ, Kem chống nắng Haru: 365.000đ ạ.' },
    ]
    assert.match(bestUnit('còn sữa rửa mặt thì sao', history) ?? '', /175\.000đ/)
  })

  it('knows which item “the last one” is', () => {
    const history: Turn[] = [
      { role: 'customer', text: 'Do you have a member discount?' },
      { role: 'bot', text: 'Yes: Silver 3%, Diamond 12%.' },
    ]
    assert.match(bestUnit('how much do I need to spend for the last one', history) ?? '', /Kim Cương/)
  })
})

describe('knowledge', () => {
  it('counts the same text once and does not care in which order it came', () => {
    const twice = [...shop, { ...shop[0]!, id: 'copy', source_id: 'copy' }]
    const one = new Knowledge(twice)
    const other = new Knowledge(twice.toReversed())
    assert.equal(one.passages.length, shop.length)
    assert.deepEqual(one.passages, other.passages)
    for (const text of ['ship bn', 'giá kem chống nắng', 'mở cửa mấy giờ']) {
      assert.deepEqual(bestUnit(text, [], one), bestUnit(text, [], other))
    }
  })

  it('finds nothing in nothing', () => assert.equal(bestUnit('ship bn v', [], new Knowledge([])), undefined))
})
