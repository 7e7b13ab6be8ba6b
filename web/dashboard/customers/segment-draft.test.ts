import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { customerSegmentsVi } from '#shared/texts/customers/customer-segments.vi.ts'
import { definitionOf, draftOf, readAddress } from './segment-draft.ts'
import { sentenceOf } from './segment-sentence.ts'

const tag = { by: 'tag', id: 't1' } as const
const zalo = { by: 'source', kind: 'zalo' } as const

test('a group is shown as a list of conditions and written back as it was', () => {
  const groups: SegmentNode[] = [{ all: [] }, { all: [tag, { not: zalo }] }, { any: [tag, zalo] }]
  for (const group of groups) assert.deepEqual(definitionOf(draftOf(group) ?? assert.fail()), group)
  assert.deepEqual(draftOf(tag), { match: 'all', rows: [{ not: false, condition: tag }] })
  assert.deepEqual(definitionOf({ match: 'any', rows: [] }), { all: [] })
})

test('conditions within conditions have no place in the list', () => {
  assert.equal(draftOf({ all: [{ any: [tag, zalo] }] }), undefined)
  assert.equal(draftOf({ not: { all: [tag] } }), undefined)
})

test('an address that says nothing is no group', () => {
  assert.equal(readAddress(null), undefined)
  assert.equal(readAddress('{'), undefined)
  assert.equal(readAddress('7'), undefined)
  assert.deepEqual(readAddress('{"all":[]}'), { all: [] })
})

test('a group reads as a sentence, also where what it names is gone', () => {
  const field = { id: 'f1', name: 'Hết hạn', kind: 'date' as const, choices: [] }
  const names = {
    ...{
      texts: customerSegmentsVi,
      channels: [],
      people: [],
      lists: [],
      campaigns: [],
      sequences: [],
      fields: [field],
    },
    tags: [{ id: 't1', name: 'Khách quen', colour: 'leaf' as const }],
  }
  assert.equal(sentenceOf({ all: [] }, names), 'Mọi khách của cửa hàng')
  assert.equal(
    sentenceOf({ all: [tag, { by: 'field', id: 'f1', next_days: 30 }, { not: zalo }] }, names),
    'Nhãn: Khách quen, và Hết hạn: trong 30 ngày tới, và Kênh: không phải Zalo',
  )
  assert.equal(sentenceOf({ any: [{ by: 'tag', id: 't2' }, zalo] }, names), 'Nhãn: mục đã xoá, hoặc Kênh: Zalo')
})
