import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { Turn } from '#features/training/search/query.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import { answerMessage } from '../messages/answer-message.ts'

type Asked = { text: string; acts: string[]; says?: string; not?: string; history?: Turn[] }
type Shop = { docs: { title: string; text: string }[]; questions: Asked[] }

const folder = join(import.meta.dirname, '../../../../tests/data/near-miss-shops')

// A wrong answer is the worst outcome here. The judge has seen these shops; for unseen ones see benchmarks/eval.ts.
test('what customers ask beside what a shop has is hardly ever answered', () => {
  let answers = 0
  const wrong: string[] = []
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.json'),
  )) {
    const shop = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Shop
    const knowledge = new Knowledge(
      shop.docs.flatMap(({ title, text }, source) =>
        splitPassages({ title, text }).map(passage => ({
          ...passage,
          id: `${source} ${passage.position}`,
          source_id: String(source),
          title,
        })),
      ),
    )
    for (const { text, acts, says: expected, not, history = [] } of shop.questions) {
      const { act, reply } = answerMessage(knowledge, { text, history, threshold: null })
      if (act !== 'answer') continue
      answers += 1
      const isRight =
        acts.includes(act) && (!expected || new RegExp(expected).test(reply)) && !(not && new RegExp(not).test(reply))
      if (!isRight) wrong.push(`${file}: ${text} => ${reply}`)
    }
  }
  assert.ok(answers > 150, String(answers))
  assert.ok(wrong.length <= answers * 0.03, wrong.join('\n'))
})

test('what happened to somebody once is not said as a rule, however it is marked as an example', () => {
  const questions = [
    'hoa héo hoàn bao nhiêu tiền',
    'báo sau 5 giờ được không',
    'cổng hoa tiệc sinh nhật đặt cọc bao nhiêu',
  ]
  const happened = /chị Lan|anh Hùng/
  const saysIt = (mark: string) => {
    const text = `# Tiệm hoa Lam
## Đổi trả
Hoa héo thì báo trong 2 giờ, tiệm đổi bó khác.
${mark}: chị Lan báo sau 5 giờ, tiệm vẫn hoàn 200.000đ tiền hoa héo.
## Đặt cọc
Đặt cọc 50% với đơn tiệc cưới.
${mark}: anh Hùng đặt cọc 1.000.000đ cho cổng hoa tiệc sinh nhật.`
    const title = 'Nội quy'
    const passages = splitPassages({ title, text })
    const knowledge = new Knowledge(
      passages.map(passage => ({ ...passage, id: String(passage.position), source_id: 'rules', title })),
    )
    return questions.map(text => happened.test(answerMessage(knowledge, { text, history: [], threshold: null }).reply))
  }
  // Without a mark it is a line like any other.
  assert.deepEqual(saysIt('Thông tin'), [true, true, true])
  const marks = [
    'Ví dụ',
    'ví dụ',
    'VÍ DỤ',
    'Vd',
    'VD',
    '- Ví dụ',
    '• vd',
    '(Ví dụ)',
    'For example',
    'Example',
    'example',
    'E.g.',
  ]
  for (const mark of marks) assert.deepEqual(saysIt(mark), [false, false, false], mark)
})
