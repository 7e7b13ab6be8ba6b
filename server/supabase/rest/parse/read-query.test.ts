import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseFilter as parse, parseLogic } from './parse-filter.ts'
import type { Embed, Field, Filter, Path, Selected } from '../run/row-query.ts'
import { parseOrder, parseSelect } from './parse-select.ts'
import { readMediaType } from './read-media-type.ts'
import { readPreferences } from './read-preferences.ts'
import { readQuery } from './read-query.ts'
import { RestError } from '../rest-error.ts'

const path = (column: string) => ({ column, steps: [] })
const parseFilter = (column: string, text: string) => parse(path(column), text)
const field = (column: string, more: Partial<Field> = {}): Field => ({
  kind: 'column',
  path: path(column),
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
  ...more,
})
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
    ['in.("a"b,c")', ['"a"b', 'c"']],
    ['in.(a b,{x)', ['a b', '{x']],
  ]
  for (const [text, values] of lists) {
    test(`read the list ${text}`, () =>
      assert.deepEqual(parseFilter('a', text), { kind: 'in', path: path('a'), not: false, values }))
  }

  test('go into JSON by keys and places', () => {
    const [filter] = readQuery(new URLSearchParams({ 'data->items->0->>"tên hàng"': 'eq.áo' }), undefined).filters
    assert.deepEqual(filter && 'path' in filter && filter.path, {
      column: 'data',
      steps: [
        { arrow: '->', key: 'items' },
        { arrow: '->', key: 0 },
        { arrow: '->>', key: 'tên hàng' },
      ],
    })
  })

  test('join in trees, where a value may be quoted', () => {
    const tree = parseLogic('or', false, '(a.eq."x,(y)",and(b.gt.2,not.or(c.not.is.null,d.in.(1,"2,3"))),e.ov.{1,2})')
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
    assert.equal(parseLogic('and', true, '(a.eq.1)').not, true)
  })

  const broken = [
    '1',
    'eq',
    'foo.1',
    'in.1,2',
    'in.(1,2',
    'in.(1)x',
    'is.maybe',
    'in(any).{1}',
    'fts().áo',
    'eq(some).{1}',
    '',
  ]
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
        refusal(() => parseLogic('or', false, text)),
        '400 PGRST100',
      ))
  }
  test('deeper than any person writes are refused', () => {
    const deep = `(${'and('.repeat(20)}a.eq.1${')'.repeat(20)})`
    assert.equal(
      refusal(() => parseLogic('or', false, deep)),
      '400 PGRST100',
    )
  })
})

describe('select and order', () => {
  test('know columns, aliases, types, JSON and the star', () => {
    const steps: Path['steps'] = [
      { arrow: '->', key: 'a' },
      { arrow: '->>', key: 'b' },
    ]
    assert.deepEqual(parseSelect(String.raw`*,name:full_name,amount::text,data->a->>b, "odd \"name"`), [
      { kind: 'all' },
      field('full_name', { alias: 'name' }),
      field('amount', { cast: 'text' }),
      field('data', { path: { column: 'data', steps } }),
      field('odd "name'),
    ])
    assert.deepEqual(parseOrder('a.desc.nullslast,b,rel(c).asc.nullsfirst'), [
      { relation: undefined, path: path('a'), descending: true, nulls: 'last' },
      { relation: undefined, path: path('b'), descending: false, nulls: undefined },
      { relation: 'rel', path: path('c'), descending: false, nulls: 'first' },
    ])
  })

  test('know relations: hints, ways to join, what is within, spread', () => {
    const query = (select: Selected[]) => ({ select, filters: [], order: [], offset: 0, limit: undefined })
    const embed = (name: string, select: Selected[], more: Partial<Embed> = {}): Embed => ({
      kind: 'relation',
      name,
      hint: undefined,
      alias: undefined,
      inner: false,
      spread: false,
      query: query(select),
      ...more,
    })
    assert.deepEqual(parseSelect('id,who:people!by!inner(name, ...cards( a:b )),tags!left()'), [
      field('id'),
      embed('people', [field('name'), embed('cards', [field('b', { alias: 'a' })], { spread: true })], {
        alias: 'who',
        hint: 'by',
        inner: true,
      }),
      embed('tags', []),
    ])
    assert.deepEqual(parseSelect('n:count()::text,data->a::int.sum()::text'), [
      { ...field('n'), path: undefined, alias: 'n', aggregate: 'count', aggregateCast: 'text' },
      field('data', {
        path: { column: 'data', steps: [{ arrow: '->', key: 'a' }] },
        cast: 'int',
        aggregate: 'sum',
        aggregateCast: 'text',
      }),
    ])
    for (const text of [
      'a(',
      'a(b',
      'a(b))',
      '...a',
      'x:...a(b)',
      '...x:a(b)',
      'a!(b)',
      'a->b(c)',
      'a,,b',
      'a(,b)',
      'a:b:c',
    ])
      assert.equal(
        refusal(() => parseSelect(text)),
        '400 PGRST100',
        text,
      )
  })

  test('what is asked of a relation goes to it, by alias or by name', () => {
    const address =
      'select=id,w:people(name,cards(id))&w.name=eq.Lan&people.cards.id=gt.5&w.cards.order=id.desc&w.limit=3&w.not.or=(a.eq.1,b.is.null)&order=w(name)'
    const { filters, order, select } = readQuery(new URLSearchParams(address), undefined)
    assert.deepEqual(filters, [])
    assert.equal(order[0]?.relation, 'w')
    const people = select[1]
    assert.ok(people?.kind === 'relation')
    assert.deepEqual(
      people.query.filters.map(filter => [filter.kind, filter.not]),
      [
        ['compare', false],
        ['or', true],
      ],
    )
    assert.equal(people.query.limit, 3)
    const cards = people.query.select[1]
    assert.ok(cards?.kind === 'relation')
    assert.deepEqual([cards.query.filters.length, cards.query.order[0]?.descending], [1, true])
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
      refusal(() => parseSelect('amount.pg_sleep()')),
      '400 PGRST100',
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
    assert.equal(readMediaType('text/csv').format, 'csv')
    assert.equal(readMediaType('application/vnd.pgrst.array+json;nulls=stripped').nullsStripped, true)
    assert.equal(
      refusal(() => readMediaType('application/vnd.pgrst.plan+json')),
      '406 PGRST107',
    )
  })
})
