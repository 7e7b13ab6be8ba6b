import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import { answerMessage } from '../messages/answer-message.ts'

const table = `# Bảng giá
- Áo thun cotton: 150.000đ (size S, M, L)
- Áo khoác gió: 350.000đ (size M, L, XL)

# Giao hàng
Phí ship nội thành 20.000đ. Đơn dưới 5kg tính một mức.

# Bảng size
| Size | Chiều cao | Cân nặng |
|---|---|---|
| S | 150-158 cm | 42-48 kg |
| M | 158-165 cm | 48-55 kg |
| L | 165-172 cm | 55-65 kg |
| XL | 172-180 cm | 65-75 kg |
`
const lines = `# Hướng dẫn chọn size
Size S: cao 1m50 - 1m57, nặng 40 - 47kg.
Size M: cao 1m58 - 1m65, nặng 48 - 55kg.
Size L: cao trên 1m65, nặng từ 56 đến 64kg.
`

function shop(text: string): (question: string) => { act: string; reply: string } {
  const passages = splitPassages({ title: 'Shop', text }).map((passage, at) => ({
    ...passage,
    id: `p${at}`,
    source_id: 's',
    title: 'Shop',
  }))
  const knowledge = new Knowledge(passages)
  return question => answerMessage(knowledge, { text: question, history: [], threshold: null })
}

describe('a customer’s size', () => {
  for (const [name, text, cell] of [
    ['of a table', table, (size: string) => new RegExp(`size ${size} \\(|${size}; Chiều cao`)],
    ['of lines', lines, (size: string) => new RegExp(`Size ${size} \\(`)],
  ] as const) {
    test(`is the row ${name} that the measures lie in`, () => {
      const ask = shop(text)
      for (const [question, size] of [
        ['mình cao 1m60 nặng 50kg mặc size nào', 'M'],
        ['em 1m53 45kg mac size gi v shop', 'S'],
        ['nặng 60 ký mặc size nào ạ', 'L'],
        ['I am 160cm, 50kg, which size?', 'M'],
      ] as const) {
        const { act, reply } = ask(question)
        assert.equal(act, 'answer', question)
        assert.match(reply, cell(size), question)
        for (const other of ['S', 'M', 'L', 'XL'].filter(one => one !== size))
          assert.doesNotMatch(reply, cell(`(?<![A-Z])${other}`), `${question}: ${reply}`)
      }
    })
  }

  test('between two rows is neither of them', () => {
    assert.equal(shop(table)('cao 1m60 nặng 60kg thì size gì').act, 'abstain')
  })

  test('outside of the table is not known', () => {
    for (const question of ['nặng 95kg mặc size nào', 'cao 1m95 nặng 50kg size gì', 'bé 25kg mặc size nào'])
      assert.equal(shop(table)(question).act, 'abstain', question)
  })

  test('is not what a price, or kilograms of goods, are asked for', () => {
    assert.match(shop(table)('áo khoác gió giá bao nhiêu').reply, /350\.000đ/)
    assert.doesNotMatch(shop(table)('đơn 50kg ship bao nhiêu').reply, /Chiều cao/)
  })
})
