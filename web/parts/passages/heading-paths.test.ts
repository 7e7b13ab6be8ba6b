import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distinctHeadings, headingAfter } from './heading-paths.ts'

test('a part is named by what its heading adds, not by the document’s title again', () => {
  const headings = ['Bảng giá Tiệm gốm Mộc', 'Bảng giá Tiệm gốm Mộc › Chén', 'Bảng giá Tiệm gốm Mộc › Ly và ấm']
  const shown = headings.map((heading, at) => headingAfter(headings[at - 1] ?? '', heading))
  assert.deepEqual(shown, ['Bảng giá Tiệm gốm Mộc', 'Chén', 'Ly và ấm'])
  assert.equal(headingAfter('Giá › Chén', 'Giá › Chén'), undefined)
  assert.equal(headingAfter('Chi nhánh 1 › Gội', 'Chi nhánh 2 › Gội'), 'Chi nhánh 2 › Gội')
  assert.equal(headingAfter('Giá › Chén › Lớn', 'Giá › Chén'), 'Chén')
  assert.equal(headingAfter('', 'Giá › Chén'), 'Giá › Chén')
})

test('groups leave out the headings above all of them', () => {
  assert.deepEqual(
    distinctHeadings([
      ['Giá', 'Chén'],
      ['Giá', 'Ly', 'Nhỏ'],
    ]),
    ['Chén', 'Ly › Nhỏ'],
  )
  assert.deepEqual(distinctHeadings([['Giá'], ['Giá', 'Ly']]), ['Giá', 'Ly'])
  assert.deepEqual(distinctHeadings([['Giá', 'Chén']]), ['Giá › Chén'])
  assert.deepEqual(distinctHeadings([['Giá', 'Chén'], []]), ['Giá › Chén', ''])
})
