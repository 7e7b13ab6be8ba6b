import { type RawBuilder, sql } from 'kysely'
import type { Column, Table } from '../catalogue.ts'
import type { Comparison, Filter, Path, State } from './parse-filter.ts'
import type { Selected } from './parse-select.ts'
import type { Query } from './read-query.ts'
import { noSuchColumn, RestError } from './rest-error.ts'

type Sql = RawBuilder<unknown>
type Operand = { sql: Sql; type: string }

export type Shape = { nullsStripped: boolean; counted: boolean; bodyWanted: boolean }
export type Page = { body: string; rows: number; total: number | null }

const operators: Record<Exclude<Comparison, 'match' | 'imatch'>, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
}
const patterns = { match: '~', imatch: '~*' }
const words: Record<State, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
}

/**
 * One statement that answers a read: the rows as JSON text, how many they are, and how many there would be without a window.
 * Names are checked against the table and quoted, values are bound.
 * @param cap no answer holds more rows
 */
export function buildSelect(table: Table, query: Query, role: string, cap: number, shape: Shape): RawBuilder<Page> {
  const from = sql`${sql.id('public', table.name)} as t`
  const where = query.filters.length === 0 ? sql`` : sql` where ${joined(table, query.filters, 'and', role)}`
  const order = query.order.map(item => {
    const nulls = item.nulls ? sql.raw(` nulls ${item.nulls}`) : sql``
    return sql`${operand(table, item.path).sql}${sql.raw(item.descending ? ' desc' : ' asc')}${nulls}`
  })
  const orderBy = order.length === 0 ? sql`` : sql` order by ${sql.join(order)}`
  const limit = Math.min(query.limit ?? cap, cap)
  const rows = sql`select ${columns(table, query.select, role)} from ${from}${where}${orderBy} limit ${sql.lit(limit)} offset ${sql.lit(query.offset)}`
  const list = shape.nullsStripped ? sql`json_strip_nulls(json_agg(page))` : sql`json_agg(page)`
  const body = shape.bodyWanted ? sql`coalesce(${list}, '[]')::text` : sql`''`
  const total = shape.counted ? sql`(select count(*) from ${from}${where})` : sql`null::bigint`
  return sql<Page>`with page as (${rows}) select ${body} as body, count(*)::int as rows, ${total} as total from page`
}

/** `*` stands for the columns that the role may read. */
function columns(table: Table, select: Selected[], role: string): Sql {
  const items = select.flatMap(item => {
    if (item.kind === 'relation') throw noRelation(table.name, item.name)
    if (item.kind === 'all') {
      const readable = [...table.columns.values()].filter(column => column.readers.includes(role))
      return readable.length > 0 ? readable.map(column => sql.id('t', column.name)) : [sql`t.*`]
    }
    const { path, alias, cast } = item
    const found = operand(table, path).sql
    const shown = cast === undefined ? found : sql`cast(${found} as ${sql.raw(cast)})`
    return [sql`${shown} as ${sql.id(alias ?? nameOf(path))}`]
  })
  return items.length === 0 ? sql`` : sql.join(items)
}

function noRelation(table: string, name: string): RestError {
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${table}' and '${name}' in the schema cache`,
    `Searched for a foreign key relationship between '${table}' and '${name}' in the schema 'public', but no matches were found.`,
  )
}

/** A JSON value is called by the last key on the way to it. */
function nameOf(path: Path): string {
  const key = path.steps.findLast(step => typeof step.key === 'string')?.key
  return key === undefined ? path.column : String(key)
}

function operand(table: Table, path: Path): Operand {
  const column: Column | undefined = table.columns.get(path.column)
  if (!column) throw noSuchColumn(table.name, path.column)
  const base = sql.id('t', column.name)
  const last = path.steps.at(-1)
  if (!last) return { sql: base, type: column.type }
  const into = path.steps.map(({ arrow, key }) =>
    typeof key === 'number' ? sql`${sql.raw(arrow)}${sql.raw(`(${key})`)}` : sql`${sql.raw(arrow)}${key}::text`,
  )
  const value = sql`(${column.isJson ? base : sql`to_jsonb(${base})`}${sql.join(into, sql``)})`
  return { sql: value, type: last.arrow === '->>' ? 'text' : 'jsonb' }
}

function joined(table: Table, filters: Filter[], word: 'and' | 'or', role: string): Sql {
  return sql.join(
    filters.map(filter => condition(table, filter, role)),
    sql.raw(` ${word} `),
  )
}

function condition(table: Table, filter: Filter, role: string): Sql {
  const test = 'filters' in filter ? joined(table, filter.filters, filter.kind, role) : comparison(table, filter, role)
  return filter.not ? sql`not (${test})` : sql`(${test})`
}

function comparison(table: Table, filter: Exclude<Filter, { filters: Filter[] }>, role: string): Sql {
  const { sql: left, type } = operand(table, filter.path)
  if (filter.kind === 'is') return sql`${left} ${sql.raw(words[filter.state])}`
  if (filter.kind === 'in') {
    if (filter.values.length === 0) return sql`false`
    return sql`${left} in (${sql.join(filter.values.map(value => typed(value, type)))})`
  }
  const { operator, quantifier } = filter
  const isPattern = operator === 'match' || operator === 'imatch'
  if (isPattern && role !== 'service_role')
    throw new RestError(
      400,
      'PGRST100',
      `failed to parse filter (${operator}.…)`,
      'Regular expressions are not offered.',
    )
  const sign = sql.raw(isPattern ? patterns[operator] : operators[operator])
  const isText = isPattern || operator === 'like' || operator === 'ilike'
  const value = operator.endsWith('like') ? filter.value.replaceAll('*', '%') : filter.value
  const right = isText ? 'text' : type
  if (operator === 'isdistinct' && value === 'null') return sql`${left} is not null`
  if (quantifier) return sql`${left} ${sign} ${sql.raw(quantifier)} (${typed(value, `${right}[]`)})`
  return sql`${left} ${sign} ${typed(value, right)}`
}

/** Bound as text and cast by the database, so that both engines refuse a wrong value in the same words. */
function typed(value: string, type: string): Sql {
  return sql`${value}::text::${sql.raw(type)}`
}
