import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '#shared/rules/text/fold.ts'
import { askedPart } from './asked-part.ts'

const shop = { terms: (text: string) => fold(text).match(/[\p{L}\d]+/gu) ?? [], rarity: () => 1 }
const part = (line: string, asked: string): string | undefined => askedPart(line, new Set(shop.terms(asked)), shop)

test('of several values the one that the question names', () => {
  assert.equal(part('Hạng Gỗ 200k, hạng Đồng 300k, hạng Thép 450k.', 'hang dong bao nhieu'), 'hạng Đồng 300k')
  assert.equal(part('Rửa bồn – Nhỏ: 40k; Lớn: 70k', 'bon lon'), 'Rửa bồn – Lớn: 70k')
})

test('nothing where the question does not tell them apart, or there is but one', () => {
  assert.equal(part('Hạng Gỗ 200k, hạng Đồng 300k', 'hang nao re'), undefined)
  assert.equal(part('Hạng Gỗ 200k', 'hang go'), undefined)
})
