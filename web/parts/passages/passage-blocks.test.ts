import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOf } from './passage-blocks.ts'

const passage = `Bảng giá tháng 11
| Gội đầu | 45 phút | 60 phút |
| --- | --- | --- |
| Gội bầu | 150 | 200 |
| Gội trị gàu |  | 220 |
Giá nghìn đồng | đã gồm thuế`

test('a table of the document is a table, its rows know their place, and other words stay as they are', () => {
  const [title, table, note, ...more] = blocksOf(passage)
  assert.deepEqual(more, [])
  assert.equal(title?.kind === 'words' && title.text, 'Bảng giá tháng 11')
  assert.ok(table?.kind === 'table')
  assert.deepEqual(table.head, ['Gội đầu', '45 phút', '60 phút'])
  assert.deepEqual(
    table.rows.map(({ cells, from, to }) => [cells, passage.slice(from, to)]),
    [
      [['Gội bầu', '150', '200'], '| Gội bầu | 150 | 200 |'],
      [['Gội trị gàu', '', '220'], '| Gội trị gàu |  | 220 |'],
    ],
  )
  assert.equal(note?.kind === 'words' && note.text, 'Giá nghìn đồng | đã gồm thuế')
})
