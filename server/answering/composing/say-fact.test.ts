import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFacts } from '../compiling/compile-facts.ts'
import { findFacts } from '../finding/find-facts.ts'
import { findList } from '../finding/find-list.ts'
import { prepareFacts } from '../finding/prepare-facts.ts'
import { frameOf } from '../understanding/frame.ts'
import { sayFact } from './say-fact.ts'
import { sayList } from './say-list.ts'

const index = prepareFacts(
  compileFacts([
    {
      document: 'a',
      title: 'Bảng giá spa.txt',
      heading: '',
      text: [
        '| Dịch vụ | Thời gian | Giá | Ghi chú |',
        '|---|---|---|---|',
        '| Massage body | 60 phút | 200.000đ | |',
        '| Massage body | 90 phút | 300.000đ | |',
        '| Gội đầu | 30 phút | 80.000đ | nam |',
        '| Gội đầu | 30 phút | 100.000đ | nữ |',
        '| Xông hơi | 20 phút | 90.000đ | |',
        `| Áo thun | ${'vải mềm '.repeat(9)}S | 200.000đ | S |`,
        `| Áo thun | ${'vải mềm '.repeat(9)}M | 210.000đ | M |`,
      ].join('\n'),
    },
  ]),
)
const framed = (text: string) => frameOf({ text, words: text.split(' ').map(raw => ({ raw, worth: 1 })), others: [] })
const said = (text: string) =>
  sayFact(
    findFacts(framed(text), index, () => true),
    'vi',
  )

describe('rows of one name', () => {
  for (const [question, answer] of [
    ['massage body giá bao nhiêu', 'Massage body: 60 phút 200.000đ; 90 phút 300.000đ'],
    ['massage body 90 phút giá bao nhiêu', 'Massage body 90 phút giá 300.000đ'],
    ['gội đầu giá bao nhiêu', 'Gội đầu: nam 80.000đ; nữ 100.000đ'],
    ['gội đầu nữ giá bao nhiêu', 'Gội đầu nữ giá 100.000đ'],
    ['xông hơi giá bao nhiêu', 'Xông hơi giá 90.000đ'],
    ['áo thun giá bao nhiêu', 'Áo thun: S 200.000đ; M 210.000đ'],
  ] as const)
    it(`${question}: ${answer}`, () => assert.equal(said(question), answer))

  it('are told apart in a list', () => {
    const list = findList(framed('bảng giá'), index, () => true) ?? assert.fail()
    assert.deepEqual(sayList(list, 500).lines, [
      '• Massage body (60 phút): 200.000đ',
      '• Massage body (90 phút): 300.000đ',
      '• Gội đầu (nam): 80.000đ',
      '• Gội đầu (nữ): 100.000đ',
      '• Xông hơi: 90.000đ',
      '• Áo thun (S): 200.000đ',
      '• Áo thun (M): 210.000đ',
    ])
  })
})
