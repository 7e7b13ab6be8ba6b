import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvedText, type StoredLine } from './approved-text.ts'

const line = (kind: StoredLine['kind'], cells: string[], more: Partial<StoredLine> = {}): StoredLine => ({
  ...{ kind, cells, table: kind === 'heading' ? null : 1, needs_review: false, state: 'open', said: null },
  ...more,
})
const unseen = { needs_review: true }
const row = line('row', ['Trà đào', '35.000'], { needs_review: true, state: 'right' })

const cases: [name: string, lines: StoredLine[], said: RegExp | ''][] = [
  ['what was looked at is said', [line('head', ['Món', 'Giá']), row], /Món.*Giá[\s\S]*Trà đào.*35\.000/],
  [
    'a row that nobody looked at is not',
    [row, line('row', ['Trà sữa', '45.000'], unseen)],
    /^(?![\s\S]*45\.000)[\s\S]*35\.000/,
  ],
  ['nor a row under a head that nobody looked at', [line('head', ['Món', '1 người'], unseen), row], ''],
  ['nor what stands under such a heading', [line('heading', ['Giá 2026'], unseen), row], ''],
  ['a row that was dropped is not', [{ ...row, state: 'dropped' }], ''],
  ['a correction is said instead', [{ ...row, said: ['Trà đào', '39.000'] }], /^(?![\s\S]*35\.000)[\s\S]*39\.000/],
]
for (const [name, lines, said] of cases)
  test(name, () => {
    const text = approvedText('Thực đơn', lines)
    if (said === '') assert.equal(text, '')
    else assert.match(text, said)
  })
