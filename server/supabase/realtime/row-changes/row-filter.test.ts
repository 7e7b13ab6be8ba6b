import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { parseRowFilter } from './row-filter.ts'

const read = (text: string) => {
  const conditions = parseRowFilter(text)
  return typeof conditions === 'string'
    ? 'refused'
    : conditions.map(({ column, operator, isNegated, value }) => [
        column,
        `${isNegated ? 'not ' : ''}${operator}`,
        value,
      ])
}

describe('a filter of row changes', () => {
  test('has conditions parted by commas, and values that may hold commas', () => {
    assert.deepEqual(read(''), [])
    assert.deepEqual(read('id=eq.1'), [['id', 'eq', '1']])
    assert.deepEqual(read('id=gte.1,title=not.ilike.%trà%'), [
      ['id', 'gte', '1'],
      ['title', 'not ilike', '%trà%'],
    ])
    assert.deepEqual(read('title=eq.trà, sen, id=neq.2'), [
      ['title', 'eq', 'trà, sen'],
      ['id', 'neq', '2'],
    ])
    assert.deepEqual(read(String.raw`title=eq."a \"b\" \\, c=eq.1",done=is.null`), [
      ['title', 'eq', String.raw`a "b" \, c=eq.1`],
      ['done', 'is', 'null'],
    ])
    assert.deepEqual(read('title=eq.'), [['title', 'eq', '']])
    assert.deepEqual(read('a=eq.b=eq.c'), [['a', 'eq', 'b=eq.c']])
  })

  test('has lists, which become arrays of the database', () => {
    assert.deepEqual(read('id=in.(1,2)'), [['id', 'in', '{"1","2"}']])
    assert.deepEqual(read(String.raw`id=not.in.("a,b","c\"d",e{f}),x=lt.3`), [
      ['id', 'not in', String.raw`{"a,b","c\"d","e{f}"}`],
      ['x', 'lt', '3'],
    ])
  })

  test('that cannot be read is refused, as are patterns that may never end, and what is too much', () => {
    const wrong = [
      'id',
      'id=',
      'id=eq',
      'id=what.1',
      '=eq.1',
      'id=in.1',
      'id=in.(1',
      'id=in.(1)x',
      'id=in.("a"b)',
      'id=eq."1',
      'id=eq."1"x',
      'done=is.maybe',
      'title=match.(a+)+$',
      'title=not.imatch.a',
      `id=in.(${Array.from({ length: 101 }, () => 1).join(',')})`,
      Array.from({ length: 11 }, () => 'id=eq.1').join(','),
      `id=eq.${'1'.repeat(2000)}`,
    ]
    for (const text of wrong) assert.equal(read(text), 'refused', text)
  })

  test('of any letters is read or refused, quickly', () => {
    const piece = fc.oneof(fc.constantFrom('id=eq.', ',', '(', ')', '"', '\\', '=', '.', 'in.(', 'not.'), fc.string())
    fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), pieces => void read(pieces.join(''))))
    for (const text of [',a'.repeat(1000), `a=eq.${',a=not'.repeat(300)}`])
      assert.ok(fastestRun(250, () => read(text)) < 250, text.slice(0, 20))
  })
})
