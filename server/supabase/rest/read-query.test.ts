import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Filter, parseFilter, parseLogic } from './parse-filter.ts'
import { parseOrder, parseSelect } from './parse-select.ts'
import { readMediaType } from './read-media-type.ts'
import { readPreferences } from './read-preferences.ts'
import { readQuery } from './read-query.ts'
import { RestError } from './rest-error.ts'

const path = (column: string) => ({ column, steps: [] })
const eq = (column: string, value: string): Filter => ({
  kind: 'compare',
  path: path(column),
  not: false,
  operator: 'eq',
  value,
})
const refusal = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof RestError) return `${error.status} ${error.code}`
    throw error
  }
  return 'understood'
}

describe('filters', () => {
  test('take the rest of the text as the value, quotes, commas and all', () => {
    assert.deepEqual(parseFilter('name', 'eq."Chị Lan", (sỉ).'), eq('name', '"Chị Lan", (sỉ).'))
    assert.deepEqual(parseFilter('name', 'not.like.*áo*'), {
      kind: 'compare',
      path: path('name'),
      not: true,
      operator: 'like',
      value: '*áo*',
    })
    assert.deepEqual(parseFilter('a', 'is.NULL'), { kind: 'is', path: path('a'), not: false, state: 'null' })
  })

  const lists: [string, string[]][] = [
    ['in.(1,2)', ['1', '2']],
    ['in.()', []],
    ['in.("a,b",c)', ['a,b', 'c']],
    [String.raw`in.("say \"hi\"","back\\slash")`, ['say "hi"', 'back\\slash']],
    ['in.("a"b,c")', ['"a"b', 'c"']], // the client does not escape quotes within
    ['in.(a b,{x)', ['a b', '{x']],
  ]
  for (const [text, values] of lists) {
    test(`read the list ${text}`, () =>
      assert.deepEqual(parseFilter('a', text), { kind: 'in', path: path('a'), not: false, values }))
  }

  test('go into JSON by keys and places', () => {
    const filter = parseFilter('data->items->0->>"tên hàng"', 'eq.áo')
    assert.deepEqual('path' in filter && filter.path, {
      column: 'data',
      steps: [
        { arrow: '->', key: 'items' },
        { arrow: '->', key: 0 },
        { arrow: '->>', key: 'tên hàng' },
      ],
    })
  })

  test('join in trees, where a value may be quoted', () => {
    const tree = parseLogic('or', '(a.eq."x,(y)",and(b.gt.2,not.or(c.not.is.null,d.in.(1,"2,3"))),e.ov.{1,2})')
    assert.deepEqual(tree, {
      kind: 'or',
      not: false,
      filters: [
        eq('a', 'x,(y)'),
        {
          kind: 'and',
          not: false,
          filters: [
            { kind: 'compare', path: path('b'), not: false, operator: 'gt', value: '2' },
            {
              kind: 'or',
              not: true,
              filters: [
                { kind: 'is', path: path('c'), not: true, state: 'null' },
                { kind: 'in', path: path('d'), not: false, values: ['1', '2,3'] },
              ],
            },
          ],
        },
        { kind: 'compare', path: path('e'), not: false, operator: 'ov', value: '{1,2}' },
      ],
    })
    assert.equal(parseLogic('not.and', '(a.eq.1)').not, true)
  })

  const broken = ['1', 'eq', 'foo.1', 'in.1,2', 'in.(1,2', 'in.(1)x', 'is.maybe', 'in(any).{1}', 'fts.áo', '']
  for (const text of broken) {
    test(`refuse ${text || 'nothing'}`, () =>
      assert.equal(
        refusal(() => parseFilter('a', text)),
        '400 PGRST100',
      ))
  }
  for (const text of ['a.eq.1', '(a.eq.1', '()', '(a.eq.1))', `${'(and'.repeat(12)}`, `${'(and('.repeat(1)}a.eq.1)`]) {
    test(`refuse the tree ${text}`, () =>
      assert.equal(
        refusal(() => parseLogic('or', text)),
        '400 PGRST100',
      ))
  }
  test('deeper than any person writes are refused', () => {
    const deep = `(${'and('.repeat(20)}a.eq.1${')'.repeat(20)})`
    assert.equal(
      refusal(() => parseLogic('or', deep)),
      '400 PGRST100',
    )
  })
})

describe('select and order', () => {
  test('know columns, aliases, types, JSON and the star', () => {
    assert.deepEqual(parseSelect('*,name:full_name,amount::text,data->a->>b, "odd ""name"'.replace('""', '\\"')), [
      { kind: 'all' },
      { kind: 'column', path: path('full_name'), alias: 'name', cast: undefined },
      { kind: 'column', path: path('amount'), alias: undefined, cast: 'text' },
      {
        kind: 'column',
        path: {
          column: 'data',
          steps: [
            { arrow: '->', key: 'a' },
            { arrow: '->>', key: 'b' },
          ],
        },
        alias: undefined,
        cast: undefined,
      },
      { kind: 'column', path: path('odd "name'), alias: undefined, cast: undefined },
    ])
    assert.deepEqual(parseSelect('id,contacts!inner(name)').at(1), { kind: 'relation', name: 'contacts' })
    assert.deepEqual(parseOrder('a.desc.nullslast,b,c.asc.nullsfirst'), [
      { path: path('a'), descending: true, nulls: 'last' },
      { path: path('b'), descending: false, nulls: undefined },
      { path: path('c'), descending: false, nulls: 'first' },
    ])
  })

  test('refuse what would reach the statement unquoted', () => {
    assert.equal(
      refusal(() => parseSelect('a::text);drop table x;--')),
      '400 PGRST100',
    )
    assert.equal(
      refusal(() => parseSelect('a::"x"')),
      '400 PGRST100',
    )
    assert.equal(
      refusal(() => parseOrder('a.desc;drop')),
      '400 PGRST100',
    )
    assert.equal(
      refusal(() => parseSelect('count()')),
      '400 PGRST123',
    )
  })
})

describe('the window', () => {
  const window = (query: string, range?: string) => {
    const { offset, limit } = readQuery(new URLSearchParams(query), range)
    return [offset, limit]
  }
  test('comes from limit and offset, narrowed by the Range header', () => {
    assert.deepEqual(window(''), [0, undefined])
    assert.deepEqual(window('limit=10&offset=5'), [5, 10])
    assert.deepEqual(window('', '0-24'), [0, 25])
    assert.deepEqual(window('', '10-'), [10, undefined])
    assert.deepEqual(window('limit=10', '5-100'), [5, 5])
    assert.deepEqual(window('limit=3', '10-19'), [10, 0])
  })
  test('that cannot be is refused', () => {
    assert.equal(
      refusal(() => window('limit=-1')),
      '416 PGRST103',
    )
    assert.equal(
      refusal(() => window('offset=-1')),
      '416 PGRST103',
    )
    assert.equal(
      refusal(() => window('', '5-2')),
      '416 PGRST103',
    )
    assert.equal(
      refusal(() => window('limit=ten')),
      '400 PGRST100',
    )
  })
  test('a filter on a relation that was not asked for is told by its name', () => {
    assert.equal(
      refusal(() => window('contacts.name=eq.Lan')),
      '400 PGRST108',
    )
  })
})

describe('headers', () => {
  test('preferences come joined by commas, and strict handling refuses unknown ones', () => {
    assert.deepEqual(readPreferences('return=minimal, count=exact').applied, ['count=exact'])
    assert.equal(readPreferences('count=exact, count=planned').count, 'exact')
    assert.equal(readPreferences('count=guess').count, undefined)
    assert.equal(
      refusal(() => readPreferences('handling=strict, foo=bar')),
      '400 PGRST122',
    )
  })
  test('the media type decides between a list, one object, and refusal', () => {
    assert.equal(readMediaType(undefined).type, 'application/json')
    assert.equal(readMediaType('application/vnd.pgrst.object+json').single, true)
    assert.equal(readMediaType('application/vnd.pgrst.array+json;nulls=stripped').nullsStripped, true)
    assert.equal(
      refusal(() => readMediaType('text/csv')),
      '406 PGRST107',
    )
  })
})
