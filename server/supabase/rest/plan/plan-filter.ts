import { sql } from 'kysely'
import type { Comparison, Filter, Search, State, Test } from '../run/row-query.ts'
import { RestError } from '../rest-error.ts'
import { operand, type Scope, type Sql } from '../run/scope.ts'

const operators: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxl: '&>',
  nxr: '&<',
  adj: '-|-',
}
const queryMakers: Record<Search, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
const words: Record<State, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
}
const textOperators = new Set<Comparison>(['like', 'ilike', 'match', 'imatch'])

export function conditions(scope: Scope, filters: Filter[]): Sql[] {
  return filters.map(filter => condition(scope, filter))
}

function condition(scope: Scope, filter: Filter): Sql {
  const test =
    'filters' in filter
      ? sql.join(conditions(scope, filter.filters), sql.raw(` ${filter.kind} `))
      : (testOfRelation(scope, filter) ?? testOfColumn(scope, filter))
  return filter.not ? sql`not (${test})` : sql`(${test})`
}

/** A relation can only be tested for null. */
function testOfRelation(scope: Scope, test: Test): Sql | undefined {
  const name = test.path.column
  const marker = test.path.steps.length === 0 ? scope.embedded.get(name) : undefined
  if (!marker) return undefined
  if (test.kind === 'is' && (test.state === 'null' || test.state === 'not_null'))
    return sql`${marker} ${sql.raw(words[test.state])}`
  if (scope.table.columns.has(name)) return undefined
  throw new RestError(
    400,
    'PGRST120',
    `Bad operator on the '${name}' embedded resource`,
    'Only is null or not is null filters are allowed on embedded resources',
  )
}

function testOfColumn(scope: Scope, test: Test): Sql {
  const { sql: left, type } = operand(scope, test.path)
  if (test.kind === 'is') return sql`${left} ${sql.raw(words[test.state])}`
  if (test.kind === 'in') return among(left, type, test.values)
  if (test.kind === 'search') {
    const language = test.language === undefined ? sql`` : sql`${test.language}::text::regconfig, `
    const words = type === 'tsvector' ? left : sql`to_tsvector(${language}${left})`
    return sql`${words} @@ ${sql.raw(queryMakers[test.operator])}(${language}${test.value}::text)`
  }
  const { operator, quantifier } = test
  if ((operator === 'match' || operator === 'imatch') && scope.role !== 'service_role')
    throw new RestError(
      400,
      'PGRST100',
      `failed to parse filter (${operator}.…)`,
      'Regular expressions are only for the service role.',
    )
  const sign = sql.raw(operators[operator])
  const value = operator.endsWith('like') ? test.value.replaceAll('*', '%') : test.value
  const right = textOperators.has(operator) ? 'text' : type
  if (operator === 'isdistinct' && value === 'null') return sql`${left} is not null`
  if (quantifier) return sql`${left} ${sign} ${sql.raw(quantifier)} (${typed(value, `${right}[]`)})`
  return sql`${left} ${sign} ${typed(value, right)}`
}

/** One array, so that the statement does not depend on the number of values. */
function among(left: Sql, type: string, values: string[]): Sql {
  if (values.length === 0) return sql`false`
  if (!type.endsWith('[]')) return sql`${left} = any (${values}::text[]::${sql.raw(type)}[])`
  return sql`${left} in (${sql.join(values.map(value => typed(value, type)))})`
}

/** Bound as text and cast, so that both engines refuse a bad value in the same words. */
function typed(value: string, type: string): Sql {
  return sql`${value}::text::${sql.raw(type)}`
}
