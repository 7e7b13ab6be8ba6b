import { sql } from 'kysely'
import { boundedRows, rowsOf } from './plan-output.ts'
import type { Joined, Level, Output, Place, Planner } from './planned.ts'
import type { Embed, Order } from '../run/row-query.ts'
import { findRelation, isToOne, type Relation } from './relations.ts'
import { RestError } from '../rest-error.ts'
import { operand, type Scope, type Sql } from '../run/scope.ts'

const maxRows = 1000
/** Nested lists multiply what is read. */
const maxLists = 3

export function planEmbed(
  planner: Planner,
  parent: Scope,
  item: Embed,
  { sortedBy, narrows }: { sortedBy: Order[]; narrows: boolean },
): Joined {
  const relation = findRelation(planner.tables, parent.table, item.name, item.hint)
  const toOne = isToOne(relation)
  const name = item.alias ?? item.name
  const lists = parent.lists + (toOne ? 0 : 1)
  if (lists > maxLists)
    throw new RestError(
      400,
      'PGRST100',
      `more than ${maxLists} lists within one another`,
      `'${name}' would be one more.`,
    )
  const level = planner.level(placeOf(planner, parent, relation, lists), item.query, toOne ? undefined : maxRows)
  if (sortedBy.length > 0 && (!toOne || (level.isGrouped && !item.spread))) throw notSortable(parent, relation, name)
  if (item.spread && !toOne && level.isGrouped)
    throw new RestError(
      400,
      'PGRST127',
      'Feature not implemented',
      'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    )
  const alias = planner.alias('r')
  const marker = sql.id(alias, 'v')
  const rows = toOne ? oneRow(level, item.spread, sortedBy) : manyRows(level, item.spread)
  const isSimple = item.query.offset === 0 && item.query.limit === undefined && !(level.isGrouped && !item.spread)
  const bare = isSimple ? sql`select true as v ${level.bareBody} limit 1` : rows
  const join = (inner: Sql) =>
    item.inner
      ? sql` join lateral (${inner}) ${sql.id(alias)} on ${marker} is not null`
      : sql` left join lateral (${inner}) ${sql.id(alias)} on true`
  return {
    full: join(rows),
    bare: join(bare),
    marker,
    narrows,
    outputs: item.spread ? spreadOutputs(level, alias, toOne) : jsonOutput(item, name, marker, toOne, level),
    sortValues: new Map(sortedBy.map((order, index) => [order, sql.id(alias, `o${index}`)])),
  }
}

function placeOf(planner: Planner, parent: Scope, relation: Relation, lists: number): Place {
  const { target } = relation
  const alias = planner.alias('t')
  const equal = (pairs: { from: string; to: string }[], left: string, right: string) =>
    pairs.map(({ from, to }) => sql`${sql.id(left, from)} = ${sql.id(right, to)}`)
  const from = sql`${sql.id('public', target.name)} as ${sql.id(alias)}`
  if (relation.kind !== 'many-to-many')
    return { table: target, alias, from, conditions: equal(relation.pairs, parent.alias, alias), lists }
  const between = planner.alias('j')
  const meeting = sql.join(equal(relation.there.pairs, between, alias), sql` and `)
  return {
    table: target,
    alias,
    from: sql`${sql.id('public', relation.junction.name)} as ${sql.id(between)} join ${from} on ${meeting}`,
    conditions: equal(relation.here.pairs, parent.alias, between),
    lists,
  }
}

/** JSON in `v`, or spread as `c0`, `c1` …; `o0`, `o1` … order the parent. */
function oneRow(level: Level, isSpread: boolean, sortedBy: Order[]): Sql {
  if (level.isGrouped && !isSpread) return sql`select to_json(x) as v from (${rowsOf(level)}) x`
  const values = level.outputs.map(output => output.value ?? sql`true`)
  const sorts = sortedBy.map((order, index) => sql`${operand(level.scope, order.path).sql} as ${sql.id(`o${index}`)}`)
  const own = isSpread
    ? [sql`true as v`, ...values.map((value, index) => sql`${value} as ${sql.id(`c${index}`)}`)]
    : [sql`(select to_json(x) from (select ${named(values, level.outputs)}) x) as v`]
  return sql`select ${sql.join([...own, ...sorts])} ${level.body}${level.window}`
}

function named(values: Sql[], outputs: Output[]): Sql {
  const items = values.map((value, index) => sql`${value} as ${sql.id(outputs[index]?.name ?? '')}`)
  return items.length === 0 ? sql`` : sql.join(items)
}

function manyRows(level: Level, isSpread: boolean): Sql {
  if (!isSpread) return sql`select json_agg(x) as v from (${boundedRows(level)}) x`
  const lists = level.outputs.map((_, index) => sql`json_agg(${sql.id('x', `c${index}`)}) as ${sql.id(`c${index}`)}`)
  const rows = boundedRows(level, (_, index) => `c${index}`)
  return sql`select ${sql.join([sql`nullif(count(*), 0) as v`, ...lists])} from (${rows}) x`
}

function jsonOutput(item: Embed, name: string, marker: Sql, toOne: boolean, level: Level): Output[] {
  if (isEmpty(item)) return []
  const holdsLists = !toOne || level.outputs.some(output => output.holdsLists)
  return [embedded(name, toOne ? marker : sql`coalesce(${marker}, '[]'::json)`, holdsLists)]
}

function isEmpty(item: Embed): boolean {
  return item.query.select.every(inner => inner.kind === 'relation' && isEmpty(inner))
}

function spreadOutputs(level: Level, alias: string, toOne: boolean): Output[] {
  return level.outputs.map((output, index) => {
    const value = sql.id(alias, `c${index}`)
    return toOne ? { ...output, value } : embedded(output.name, sql`coalesce(${value}, '[]'::json)`, true)
  })
}

function embedded(name: string, value: Sql, holdsLists: boolean): Output {
  return { name, value, aggregate: undefined, aggregateCast: undefined, isEmbedded: true, holdsLists, isText: false }
}

function notSortable(parent: Scope, relation: Relation, name: string): RestError {
  return new RestError(
    400,
    'PGRST118',
    `A related order on '${name}' is not possible`,
    `'${parent.table.name}' and '${relation.target.name}' do not form a many-to-one or one-to-one relationship`,
  )
}
