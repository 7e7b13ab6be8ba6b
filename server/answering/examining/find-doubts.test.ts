import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Entry } from '../compiling/entries.ts'
import { compileFacts } from '../compiling/compile-facts.ts'
import { findDifferences, findDoubts } from './find-doubts.ts'

const read = (...texts: string[]) =>
  compileFacts(texts.map((text, at) => ({ document: `${at}`, title: `Bảng ${at}.txt`, heading: '', text })))
const doubtsIn = (text: string): [string, string][] =>
  [...findDoubts(read(text).entries)].map(([{ name }, doubt]) => [name, doubt])

test('a price that stands far from its column is doubtful, a costly service is not', () => {
  const list = (last: string) =>
    `Dịch vụ\tGiá\nGội thảo mộc\t120k\nGội bồ kết\t140k\nGội trị gàu\t160k\nSấy\t90k\nGội bầu\t${last}`
  assert.deepEqual(doubtsIn(list('1.500k')), [['Gội bầu', 'far_off']])
  assert.deepEqual(doubtsIn(list('15k')), [['Gội bầu', 'far_off']])
  assert.deepEqual(doubtsIn(list('600k')), [])
})

test('so is a price without a unit, and two prices that nothing tells apart', () => {
  assert.deepEqual(doubtsIn('Tên\tGiá\nGội bầu\t150\nSấy\t90k'), [['Gội bầu', 'no_unit']])
  assert.deepEqual(doubtsIn('Đơn vị: nghìn đồng\nTên\tGiá\nGội bầu\t150\nSấy\t90'), [])
  assert.deepEqual(
    doubtsIn('Tên\tGiá\tGiá\nGội bầu\t150k\t200k\nSấy\t90k\t95k').map(([, doubt]) => doubt),
    ['unclear', 'unclear'],
  )
})

const differs = (...texts: string[]) => {
  const { entries } = read(...texts)
  return [...findDifferences(entries, ({ place }) => `${place.passage}`)].map(([{ name }, { cell }]) => [
    name,
    cell.value,
  ])
}

test('two lines that give different prices for the same differ, sizes and sections do not', () => {
  assert.deepEqual(differs('Gội bầu: 150k', 'Gội Bầu: 170.000đ'), [
    ['Gội bầu', '170.000đ'],
    ['Gội Bầu', '150k'],
  ])
  assert.deepEqual(differs('Gội bầu: 150k', 'Gội bầu: 150.000đ'), [])
  assert.deepEqual(differs('Tên\t45’\t60’\nGội bầu\t150k\t200k'), [])
  assert.deepEqual(differs('COMBO\nGội bầu: 150k\n\nMUA LẺ\nGội bầu: 170k'), [])
})

test('rows do not differ where a size, a weight, a day or a branch tells them apart', () => {
  const table = (...rows: string[]) => rows.map(row => row.replaceAll(' | ', '\t')).join('\n')
  const massage = table(
    'Dịch vụ | Thời lượng | Giá',
    'Massage body | 60 phút | 200.000đ',
    'Massage body | 90 phút | 300.000đ',
  )
  const rooms = table('Phòng | Ngày | Giá', 'Phòng đôi | Trong tuần | 500k', 'Phòng đôi | Cuối tuần | 700k')
  const branch = (at: number, price: string) =>
    `## Chi nhánh Quận ${at}\n\n| Tên | Giá |\n|---|---|\n| Gội | ${price} |\n`
  const apart = [
    massage,
    rooms,
    table('Nến | Cỡ | Giá', 'Nến quế | 100g | 75.000đ', 'Nến quế | 200g | 120.000đ'),
    table('Phòng | Ngày | Giá', 'Phòng đôi |  | 500k', 'Phòng đôi | Cuối tuần | 700k'),
    `${branch(1, '150k')}\n${branch(3, '170k')}`,
  ]
  for (const text of apart) assert.deepEqual(differs(text), [], text)
  assert.deepEqual(differs(massage, massage), [])

  const higherPrice = table('Dịch vụ | Thời lượng | Giá', 'Massage body | 90 Phút | 350.000đ')
  const contradiction = [
    ['Massage body', '350.000đ'],
    ['Massage body', '300.000đ'],
  ]
  assert.deepEqual(differs(massage, higherPrice), contradiction, 'the same size')
  assert.deepEqual(differs(rooms, 'Phòng đôi: 600k').length, 3, 'one says no day')
  assert.deepEqual(
    differs(table('Nến | Cỡ | Giá', 'Nến quế | 100g | 75.000đ', 'Nến quế | 100g | 80.000đ')).length,
    2,
    'nothing tells them apart',
  )
})

test('of several others the first is named, whatever stands between', () => {
  const place = { passage: 0, start: 0, end: 0 }
  const line = fc.record({
    document: fc.constantFrom('a', 'b', 'c'),
    heading: fc.constantFrom('Nam', 'Nữ', 'nu'),
    prices: fc.array(fc.constantFrom('50k', '60k', '70k'), { minLength: 1, maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), lines => {
      const documents = new Map<Entry, string>()
      for (const { document, heading, prices } of lines) {
        const cells = prices.map(value => ({ head: '', value, kind: 'money' as const, place }))
        const about = { name: 'Gội', aliases: [], path: ['Giá', heading], cells, place, group: 0, scale: 1 }
        documents.set({ shape: 'row', ...about }, document)
      }
      const all = [...documents.keys()].flatMap(entry => entry.cells.map(cell => ({ entry, cell })))
      const headingOf = ({ path }: Entry) => path.at(-1)?.replace('Nữ', 'nu')
      const expected = new Map<Entry, { entry: Entry; cell: Entry['cells'][number] }>()
      for (const { entry, cell } of all) {
        const other = all.find(
          one =>
            one.entry !== entry &&
            one.cell.value !== cell.value &&
            (documents.get(one.entry) !== documents.get(entry) || headingOf(one.entry) === headingOf(entry)),
        )
        if (other) expected.set(entry, other)
      }
      const found = findDifferences([...documents.keys()], entry => documents.get(entry)!)
      assert.equal(found.size, expected.size)
      for (const [entry, { entry: other, cell }] of expected) {
        assert.equal(found.get(entry)?.entry, other)
        assert.equal(found.get(entry)?.cell, cell)
      }
    }),
    { numRuns: 300, seed: 4 },
  )
})
