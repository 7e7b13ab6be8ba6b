import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isReservedSlug, readSlug, slugFor } from './hosted-slug.ts'

test("a shop's name becomes a short address; names that look like ours or like a bank do not", () => {
  for (const [name, slug] of [
    ['Tiệm gội Mây', 'tiem-goi-may'],
    ['  Đồ gốm & Trà — “Ánh”  ', 'do-gom-tra-anh'],
    ['美容', 'tiem'],
    ['AB', 'tiem-ab'],
    ['Hỗ trợ', 'tiem-ho-tro'],
    ['Zalo hỗ trợ', 'tiem'],
    ['Sen', 'tiem-sen'],
    ['Tiệm Sen Việt', 'tiem-sen-viet'],
    ['x'.repeat(80), 'x'.repeat(35)],
    [`${'x'.repeat(34)} hoa`, 'x'.repeat(34)],
  ] as const)
    assert.equal(slugFor(name, 'Sen'), slug, name)
  assert.equal(readSlug(' Tiem-Goi '), 'tiem-goi')
  for (const wrong of ['', 'ab', 'a b c', '-abc', 'abc-', 'a--b', '../api', 'x'.repeat(41), 'tiệm/1'])
    assert.equal(readSlug(wrong), undefined, wrong)
  assert.ok(isReservedSlug('my-vietcombank', 'Sen') && isReservedSlug('admin', 'Sen') && isReservedSlug('hoa', 'Hoa'))
})

test('whatever a shop is called, the address offered is one that it may take', () => {
  const word = fc.constantFrom(
    'Tiệm',
    'gội',
    'Sen',
    'bank',
    'Zalo',
    'Vietcombank',
    'a',
    '&',
    '-',
    '…',
    '1',
    'Nguyễn Thị Minh Khai',
  )
  const name = fc.array(fc.oneof(word, fc.string({ maxLength: 12 })), { maxLength: 14 }).map(words => words.join(' '))
  fc.assert(
    fc.property(name, typed => {
      const slug = slugFor(typed, 'Sen')
      assert.equal(readSlug(slug), slug)
      assert.equal(isReservedSlug(slug, 'Sen'), false)
    }),
  )
})
