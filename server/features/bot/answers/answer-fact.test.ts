import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { answerMessage } from '../messages/answer-message.ts'
import { frameIn } from './facts-of.ts'

const documents: Record<string, string> = {
  'Bảng giá thuê sân 2026': `# BẢNG GIÁ THUÊ SÂN
## Sân cỏ nhân tạo
| Sân | T2–T5 | T6–CN | Cọc |
| --- | --- | --- | --- |
| Sân Tre | 320k | 410k | 100k |
| Sân Trúc ven hồ | 350k | 450k | 100k |
| Sân Nứa mái che | 520k | 640k | 200k |

## Đồ thuê tại quầy
Áo lưới ........ 10k
Giày đinh ....... 35k
Đai hông ....... 15k
Bóng số 4 ....... 25k`,
  'Bảng giá thuê sân 2025 (đã thay thế)': `| Sân | T2–T5 | T6–CN |
| --- | --- | --- |
| Sân Tre | 280k | 360k |
| Sân Nứa mái che | 470k | 580k |`,
  'Giao đồ uống': `| Giá trị đơn | Phí giao |
| --- | --- |
| dưới 200.000đ | 25.000đ |
| từ 200.000đ đến dưới 500.000đ | 15.000đ |
| từ 500.000đ | miễn phí |`,
  'Hair care': `Short hair, up to 30 cm
- Ginger wash: 50k
- Cold perm: 300k
Long hair
- Ginger wash: 80k
- Cold perm: 450k`,
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
/** Confidence is measured on whole shops; here only the wording is tested. */
const little = 0.5
const ask = (text: string) => answerMessage(knowledge, { text, history: [], threshold: little, today: '2026-11-23' })

describe('a value of the shop’s own table is said in a sentence', () => {
  for (const [question, reply] of [
    ['Sân Nứa mái che thứ bảy này giá bao nhiêu?', 'Dạ, Sân Nứa mái che, T6–CN: 640k ạ.'],
    ['san truc ven ho thu 3 bao nhieu', 'Dạ, Sân Trúc ven hồ, T2–T5: 350k ạ.'],
    ['Sân Tre giá bao nhiêu?', 'Dạ, Sân Tre: T2–T5 320k, T6–CN 410k ạ.'],
    ['sân tre cọc bao nhiêu', 'Dạ, Sân Tre, cọc: 100k ạ.'],
    ['giày đinh nhiu v shop', 'Dạ, Giày đinh giá 35k ạ.'],
    // "Hông" is "không" where the shop has no such word.
    ['đai hông bn shop', 'Dạ, Đai hông giá 15k ạ.'],
  ] as const)
    it(question, () => {
      const answer = ask(question)
      assert.equal(answer.reply, reply)
      assert.ok(answer.trace['value'])
      for (const { quote } of answer.citations) assert.ok(Object.values(documents).some(text => text.includes(quote)))
    })

  it('of rows of one name in several sections, the one that is asked for, else each with its section', () => {
    assert.equal(ask('how much is a ginger wash?').reply, 'Ginger wash: 50k (Short hair, up to 30 cm); 80k (Long hair)')
    assert.equal(ask('how much is a ginger wash for long hair?').reply, 'Long hair – Ginger wash: 80k')
  })

  it('the same without marks', () => {
    for (const question of ['Sân Nứa mái che thứ bảy này giá bao nhiêu?', 'Giày đinh giá bao nhiêu?'])
      assert.equal(ask(fold(question)).reply, ask(question).reply)
  })

  it('a sum of stated prices, where one is asked for, with how it comes about', () => {
    assert.equal(ask('3 đôi giày đinh hết bao nhiêu').reply, 'Dạ, Giày đinh giá 35k (3 × 35.000đ = 105.000đ) ạ.')
    assert.equal(
      ask('áo lưới với giày đinh hết bao nhiêu').reply,
      'Dạ, Áo lưới giá 10k; Giày đinh giá 35k (10.000đ + 35.000đ = 45.000đ) ạ.',
    )
    assert.doesNotMatch(ask('giày đinh giá bao nhiêu').reply, /=/)
  })

  it('a message goes on from the one before', () => {
    const after = (first: string, reply: string, text: string): string =>
      answerMessage(knowledge, {
        text,
        history: [
          { role: 'customer', text: first },
          { role: 'bot', text: reply },
        ],
        threshold: little,
        today: '2026-11-23',
      }).reply
    const reply = 'Dạ, Sân Trúc ven hồ, T2–T5: 350k ạ.'
    assert.equal(
      after('sân trúc ven hồ thứ 3 bao nhiêu', reply, 'thế cuối tuần?'),
      'Dạ, Sân Trúc ven hồ, T6–CN: 450k ạ.',
    )
    assert.equal(after('sân trúc ven hồ thứ 3 bao nhiêu', reply, 'còn sân nứa'), 'Dạ, Sân Nứa mái che, T2–T5: 520k ạ.')
  })

  it('each question of a message, the later ones about what the first is about', () => {
    assert.match(ask('sân tre thứ 3 bao nhiêu, cọc bao nhiêu').reply, /• Sân Tre, T2–T5: 320k\n• Sân Tre.*cọc:? 100k/u)
  })

  it('what its document counts in thousands is said as it is worth', () => {
    const shop = new Knowledge(
      [
        'ĐVT: 1.000đ, chưa VAT.',
        'Ván | Dày 9 | Dày 18\n--- | --- | ---\nVán thông | 310 | 540\nVán tràm | 260 | 455',
      ].map((text, position) => ({
        id: `${position}`,
        source_id: 'a',
        title: 'Giá ván',
        heading: `${position}`,
        text,
        start: 0,
        end: text.length,
      })),
    )
    const { reply } = answerMessage(shop, { text: 'ván tràm dày 18 giá bao nhiêu', history: [], threshold: little })
    assert.equal(reply, 'Dạ, Ván tràm, Dày 18: 455.000đ ạ.')
  })

  it('“it” is what was talked of, in another language too; nothing if several were', () => {
    const asked = (...said: string[]) =>
      answerMessage(knowledge, {
        text: 'how much is it?',
        history: said.map((text, at) => ({ role: at % 2 ? 'bot' : 'customer', text })),
        threshold: 0.9,
        today: '2026-11-23',
      }).reply
    assert.equal(asked('có giày đinh cho thuê không', 'Dạ, bên em có giày đinh ạ.'), 'Giày đinh: 35k')
    assert.doesNotMatch(asked('cho thuê gì', 'Dạ có Áo lưới, Giày đinh và Bóng số 4 ạ.'), /35k|10k|25k/)
  })

  it('a superseded value is never said', () => {
    for (const question of ['sân tre bao nhiêu', 'sân nứa mái che cuối tuần giá sao', 'Sân Tre thứ 2 giá bao nhiêu'])
      assert.doesNotMatch(ask(question).reply, /280|360|470|580/)
  })

  it('each of thirty codes in one message is read as itself', () => {
    const codes = Array.from({ length: 30 }, (_, at) => `kv${at + 10}`)
    const text = codes.map(code => `Kệ ${code} ....... 35k`).join('\n')
    const passages = splitPassages({ title: 'Kệ', text })
    const shelves = new Knowledge(
      passages.map(one => ({ ...one, id: `${one.position}`, source_id: 'shelves', title: 'Kệ' })),
    )
    const words = frameIn(shelves, codes.join(' '), undefined).words.map(({ word }) => word)
    assert.deepEqual(
      words.filter(word => /\d/.test(word)),
      codes,
    )
  })

  it('not of another thing', () => {
    for (const question of ['sân bóng rổ giá bao nhiêu', 'giày đá bóng nữ bao nhiêu'])
      assert.equal(ask(question).trace['value'], undefined)
  })
})
