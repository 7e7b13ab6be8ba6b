import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { type BusinessQuestion, otherShops, readSets } from './evaluation-sets.ts'
import { holdsAny } from './score-reply.ts'
import { trainShop } from './trained-shop.ts'

const [shop] = readSets(otherShops().filter(file => file.includes('huong-can-spa'))).businesses
let platform: TestPlatform

before(async () => {
  platform = await testPlatform()
})
after(() => platform.close())

it('a shop of more documents than are read at one time is read whole, real files by their readers', async () => {
  assert.ok(shop && shop.docs.length > 6)
  const { knowledge } = await trainShop(platform, shop)
  const titles = new Set(knowledge.passages.map(({ title }) => title.replace(/\.\w+$/, '')))
  assert.deepEqual(titles, new Set(shop.docs.map(({ title }) => title)))
  const texts = knowledge.passages.map(({ text }) => text).join('\n')
  for (const part of ['Cấy tảo xoắn tươi', 'Tái khám trong 30 ngày']) assert.ok(texts.includes(part), part)
})

it('a number is looked up as a whole, whatever its spelling', () => {
  const held: [string, BusinessQuestion['answer_any'], boolean][] = [
    ['Giá 399.000đ', ['99k'], false],
    ['Giá 399.000đ', ['399k'], true],
    ['Giá 1.600.000đ', ['1.600'], true],
    ['Giá 21.600.000đ', ['1.600'], false],
    ['Dạ 2 tuần ạ', ['12 tuần', '2 tuần'], true],
    ['Dạ 12 tuần ạ', ['2 tuần'], false],
  ]
  for (const [text, variants, expected] of held) assert.equal(holdsAny(text, variants), expected, text)
})
