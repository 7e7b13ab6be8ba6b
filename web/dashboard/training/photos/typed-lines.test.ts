import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PhotoLine } from '#shared/contracts/training/photos.results.ts'
import { isOvertaken, type TypedLines, withTyped } from './typed-lines.ts'

const line = { position: 3, state: 'open', cells: ['Sơn gel', '120.000'], said: null } as unknown as PhotoLine

test('a price being typed outlives a colleague’s decision, and is known to be overtaken by it', () => {
  const typed = withTyped(new Map(), 1, line, ['Sơn gel', '100.000'])
  const decided: PhotoLine = { ...line, state: 'changed', said: ['Sơn gel', '95.000'] }
  assert.deepEqual(at(typed)?.cells, ['Sơn gel', '100.000'])
  assert.deepEqual([isOvertaken(at(typed), line), isOvertaken(at(typed), decided)], [false, true])
  const more = withTyped(typed, 1, decided, ['Sơn gel', '105.000'])
  assert.equal(isOvertaken(at(more), decided), true, 'typing on does not hide it')
})

test('of another row, another picture, or words that are the line’s again, nothing is typed', () => {
  const typed = withTyped(new Map(), 1, line, ['Sơn gel', '100.000'])
  const both = withTyped(typed, 1, { ...line, position: 4 }, ['Sơn gel', '1'])
  assert.deepEqual([...both.keys()], ['1 3', '1 4'])
  assert.equal(both.has('2 3'), false)
  assert.equal(withTyped(typed, 1, line, line.cells).size, 0)
  assert.equal(withTyped(typed, 1, line, undefined).size, 0)
})

function at(typed: TypedLines) {
  return typed.get('1 3')
}
