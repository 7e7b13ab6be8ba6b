import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { findNames } from './personal-names.ts'

const names = (text: string): string[] => {
  const plain = text.normalize('NFC')
  return findNames(text).map(({ start, end }) => plain.slice(start, end))
}

test('names that customers give, in both languages', () => {
  for (const [text, name] of [
    ['em là Nguyễn Thị Hoa ạ, ship giúp em', 'Nguyễn Thị Hoa'],
    ['Tên em là Lan, giao về quận 3', 'Lan'],
    ['tên: trần bình, sđt dưới nhé', 'trần bình'],
    ['Người nhận: Phạm Quốc Bảo, 12 Lê Lợi', 'Phạm Quốc Bảo'],
    ['shop gọi lại cho chị Nguyễn Hà nhé', 'Nguyễn Hà'],
    ['my name is John Smith and I need it today', 'John Smith'],
    ['Hi, this is Mary Jane', 'Mary Jane'],
    ['em là Nguyễn Thị Hoa'.normalize('NFD'), 'Nguyễn Thị Hoa'],
  ] as const)
    assert.deepEqual(names(text), [name], text)
})

test('streets, brands, goods and questions are none', () => {
  for (const text of [
    'shop ở Nguyễn Trãi hay Trần Hưng Đạo vậy',
    'áo này tên là gì ạ',
    'tên sản phẩm là gì vậy shop',
    'em là khách quen mà',
    'anh ơi còn iPhone 15 Pro Max không',
    'is this iPhone Pro available',
    'chị ơi giao Hà Nội không',
  ])
    assert.deepEqual(names(text), [], text)
})

test('a long message is read quickly', () => {
  const long = ['em là Anh Chị Em '.repeat(300), 'A'.repeat(4000), 'tên là '.repeat(600)]
  assert.ok(fastestRun(200, () => long.forEach(findNames)) < 200)
})
