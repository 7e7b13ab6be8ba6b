import fc from 'fast-check'

const columns = [
  'id',
  'title',
  'price',
  'pages',
  'tags',
  'details',
  'sold',
  'search',
  'printed_at',
  'shelf_id',
  'name',
  'count',
]
const relations = [
  'shelves',
  'authors',
  'books',
  'genres',
  'covers',
  'loans',
  'readings',
  'parent',
  'author_id',
  'nothing',
]
const hints = [
  '',
  '!inner',
  '!left',
  '!books_written_by',
  '!translator_id',
  '!book_genres',
  '!parent',
  '!inner!author_id',
  '!x',
]
const evil = [
  "'; drop table books; --",
  '"; select pg_sleep(9); --',
  '\\',
  '"',
  "''",
  '$1',
  '${x}',
  '/*',
  '\u0000',
  '\ud800',
  '🙂',
  '*',
  '%',
  'null',
  '{',
  '}}',
  '((((',
  '-1',
  '9'.repeat(40),
  'NaN',
]
const operators =
  'eq neq gt gte lt lte like ilike match imatch in is isdistinct cs cd ov sl sr nxl nxr adj fts plfts phfts wfts'.split(
    ' ',
  )

const quoted = fc.constantFrom(...evil).map(text => `"${text.replaceAll(/["\\]/g, '\\$&')}"`)
const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...columns) },
  { weight: 2, arbitrary: fc.constantFrom(...relations) },
  quoted,
  fc.string({ maxLength: 8 }),
)
const path = fc
  .tuple(
    name,
    fc.array(fc.tuple(fc.constantFrom('->', '->>'), fc.oneof(name, fc.integer().map(String))), { maxLength: 2 }),
  )
  .map(([column, steps]) => column + steps.map(step => step.join('')).join(''))
const value = fc.oneof(
  fc.constantFrom(...evil, '1', 'true', 'null', '(1,2,"a")', '{a,b}', '[1,5)', '{"a":1}', 'Sóng', '2026-01-01'),
  fc.string({ maxLength: 12 }),
)
const test = fc
  .tuple(
    fc.constantFrom('', '', 'not.'),
    fc.constantFrom(...operators),
    fc.constantFrom('', '', '', '(any)', '(all)', '(simple)', "(x')"),
    value,
  )
  .map(([not, operator, option, operand]) => `${not}${operator}${option}.${operand}`)

const { select, tree } = fc.letrec<{ select: string; item: string; tree: string; branch: string }>(tie => ({
  item: fc.oneof(
    { depthSize: 'small' },
    {
      weight: 5,
      arbitrary: fc
        .tuple(
          fc.oneof(
            fc.constantFrom('', '', 'x:'),
            quoted.map(text => `${text}:`),
          ),
          path,
          fc.constantFrom(
            '',
            '',
            '::text',
            '::int',
            '::regclass',
            '.sum()',
            '.count()',
            '.max()::text',
            '::int.avg()',
            '.pg_sleep()',
          ),
        )
        .map(parts => parts.join('')),
    },
    fc.constantFrom('*', 'count()', ''),
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('', '', '...', 'y:'),
          fc.constantFrom(...relations),
          fc.constantFrom(...hints),
          tie('select'),
        )
        .map(([before, relation, hint, inner]) => `${before}${relation}${hint}(${inner})`),
    },
  ),
  select: fc.array(tie('item'), { maxLength: 4 }).map(items => items.join(',')),
  branch: fc.oneof(
    { depthSize: 'small' },
    { weight: 4, arbitrary: fc.tuple(path, test).map(parts => parts.join('.')) },
    fc.tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), tie('tree')).map(parts => parts.join('')),
  ),
  tree: fc.array(tie('branch'), { minLength: 1, maxLength: 3 }).map(items => `(${items.join(',')})`),
}))
const order = fc
  .array(
    fc.tuple(
      fc.oneof(path, fc.constant('shelves(name)')),
      fc.constantFrom('', '.asc', '.desc', '.desc.nullslast', '.x'),
    ),
    { maxLength: 2 },
  )
  .map(items => items.map(parts => parts.join('')).join(','))
const before = fc.oneof(
  fc.constant(''),
  fc.constantFrom(...relations).map(relation => `${relation}.`),
)
const parameter = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.tuple(before, path).map(parts => parts.join('')),
      test,
    ),
  },
  fc.tuple(
    before.map(relation => `${relation}or`),
    tree,
  ),
  fc.tuple(
    before.map(relation => `${relation}not.and`),
    tree,
  ),
  fc.tuple(
    before.map(relation => `${relation}order`),
    order,
  ),
  fc.tuple(
    before.map(relation => `${relation}limit`),
    fc.oneof(fc.integer().map(String), value),
  ),
  fc.tuple(
    before.map(relation => `${relation}offset`),
    fc.oneof(fc.nat(20).map(String), value),
  ),
  fc.tuple(fc.string({ maxLength: 6 }), fc.string({ maxLength: 20 })),
)

export const parameters = fc
  .tuple(fc.option(select, { nil: undefined }), fc.array(parameter, { maxLength: 4 }))
  .map(([chosen, others]) => {
    const address = new URLSearchParams(others)
    if (chosen !== undefined) address.append('select', chosen)
    return address
  })
