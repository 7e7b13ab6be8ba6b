import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFacts } from '../compiling/compile-facts.ts'
import { sayList } from '../composing/say-list.ts'
import { frameOf } from '../understanding/frame.ts'
import { asksForList, findList } from './find-list.ts'
import { prepareFacts } from './prepare-facts.ts'

const source = (heading: string, text: string) => ({ document: 'a', title: 'Bảng giá tiệm giặt.txt', heading, text })
const index = prepareFacts(
  compileFacts([
    source('Giặt khô', 'Món\tThường\tGấp\nVest\t90k\t130k\nÁo len\t60k\t90k\nVáy dài\t85k\t120k'),
    source('Giặt giày và túi', 'Giày vải ..... 70k\nGiày da ..... 110k\nTúi vải ..... 60k'),
  ]),
)
const listed = (text: string): string[] | undefined => {
  const words = text.split(' ').map(raw => ({ raw, worth: 1 }))
  const frame = frameOf({ text, words, others: [] })
  const list = asksForList(frame) ? findList(frame, index, () => true) : undefined
  return list && list.explained > 0.75 ? sayList(list, 500).lines : undefined
}

describe('a list of the shop’s own table', () => {
  for (const [text, lines] of [
    [
      'cho xem bảng giá giặt khô',
      ['• Vest: 90k (Thường), 130k (gấp)', '• Áo len: 60k (Thường), 90k (gấp)', '• Váy dài: 85k (Thường), 120k (gấp)'],
    ],
    ['bảng giá giặt khô gấp', ['• Vest, gấp: 130k', '• Áo len, gấp: 90k', '• Váy dài, gấp: 120k']],
    ['có những loại giày nào', ['• Giày vải: 70k', '• Giày da: 110k']],
    ['cho xem bảng giá xăm môi', undefined],
    ['vest bao nhiêu', undefined],
  ] as [string, string[] | undefined][])
    it(text, () => {
      assert.deepEqual(
        listed(text)?.map(line => line.replace('thường', 'Thường')),
        lines,
      )
    })

  it('all that has a price, under what it stands, where nothing is named', () => {
    assert.deepEqual(
      listed('cho xem bảng giá')?.map(line => line.replace(/:.*/u, ':')),
      [
        'Giặt khô:',
        '• Vest:',
        '• Áo len:',
        '• Váy dài:',
        'Giặt giày và túi:',
        '• Giày vải:',
        '• Giày da:',
        '• Túi vải:',
      ],
    )
  })

  it('as many lines as there is room for, and how many are left', () => {
    const frame = frameOf({
      text: 'bảng giá',
      words: [
        { raw: 'bảng', worth: 1 },
        { raw: 'giá', worth: 1 },
      ],
      others: [],
    })
    const { entries, left } = sayList(
      findList(frame, index, () => true)!,
      80,
    )
    assert.equal(entries.length + left, 6)
    assert.ok(left > 0 && entries.length > 0)
  })
})
