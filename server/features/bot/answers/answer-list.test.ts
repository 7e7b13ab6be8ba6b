import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import { answerMessage } from '../messages/answer-message.ts'

const drinks = Array.from({ length: 17 }, (_, at) => `| Trà số ${at + 1} | ${20 + at}k |`)
const text = ['# Thực đơn quán Mây', '| Món | Giá |', '|---|---|', ...drinks].join('\n')
const knowledge = new Knowledge(
  splitPassages({ title: 'Thực đơn', text }).map(passage => ({
    ...passage,
    id: String(passage.position),
    source_id: 'thuc-don',
    title: 'Thực đơn',
  })),
)

it('a list that is longer than a reply is told in part, with how much is left, which no document says', () => {
  for (const asked of ['cho coi bảng giá', 'menu quán', 'cho xem thực đơn']) {
    const { act, reply, citations } = answerMessage(knowledge, { text: asked, history: [], threshold: null })
    assert.equal(act, 'answer', asked)
    assert.match(reply, /• Trà số 1: 20k\n.*Còn 5 món nữa/su)
    assert.equal(citations.length, 12)
    for (const { quote, start, end } of citations) assert.equal(text.slice(start, end), quote)
  }
})
