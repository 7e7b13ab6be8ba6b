import { sql } from 'kysely'
import { planEmbed } from './plan-embed.ts'
import { conditions } from './plan-filter.ts'
import { outputsOf } from './plan-output.ts'
import type { Joined, Level, Output, Place, Planner } from './planned.ts'
import type { Filter, Order, Query } from '../run/row-query.ts'
import { notEmbedded } from '../rest-error.ts'
import { operand, type Scope, type Sql } from '../run/scope.ts'

const nothing = sql``

export function planLevel(planner: Planner, place: Place, query: Query, cap: number | undefined): Level {
  const { table, alias, lists } = place
  const scope: Scope = { table, alias, role: planner.role, lists, embedded: new Map() }
  const tested = namesIn(query.filters)
  const joined = query.select.flatMap((item): Joined[] => {
    if (item.kind !== 'relation') return []
    const name = item.alias ?? item.name
    const sortedBy = query.order.filter(order => order.relation === name)
    const narrows = item.inner || tested.has(name) || tested.has(item.name)
    const one = planEmbed(planner, scope, item, { sortedBy, narrows })
    for (const known of [name, item.name]) if (!scope.embedded.has(known)) scope.embedded.set(known, one.marker)
    return [one]
  })
  const outputs = outputsOf(scope, query.select, joined)
  const isGrouped = outputs.some(output => output.aggregate !== undefined)
  const where = [...place.conditions, ...conditions(scope, query.filters)]
  const rest = where.length === 0 ? nothing : sql` where ${sql.join(where, sql` and `)}`
  const narrowing = joined.filter(join => join.narrows)
  return {
    scope,
    outputs,
    isGrouped,
    body: sql`from ${place.from}${sql.join(
      joined.map(join => join.full),
      nothing,
    )}${rest}`,
    bareBody: sql`from ${place.from}${sql.join(
      narrowing.map(join => join.bare),
      nothing,
    )}${rest}`,
    groupBy: isGrouped ? groupBy(outputs) : nothing,
    window: sql`${orderBy(scope, query.order, joined)}${windowOf(query, cap)}`,
  }
}

function namesIn(filters: Filter[]): Set<string> {
  return new Set(filters.flatMap(filter => ('filters' in filter ? [...namesIn(filter.filters)] : [filter.path.column])))
}

/** By position, because a value bound twice does not count as equal; JSON by its text. */
function groupBy(outputs: Output[]): Sql {
  const items = outputs.flatMap((output, index) => {
    if (output.aggregate !== undefined) return []
    return [output.isEmbedded ? sql`(${output.value})::text` : sql.lit(index + 1)]
  })
  return items.length === 0 ? nothing : sql` group by ${sql.join(items)}`
}

function orderBy(scope: Scope, order: Order[], joined: Joined[]): Sql {
  if (order.length === 0) return nothing
  const items = order.map(item => {
    const nulls = item.nulls ? sql.raw(` nulls ${item.nulls}`) : nothing
    const value = item.relation === undefined ? operand(scope, item.path).sql : sortValue(joined, item, item.relation)
    return sql`${value}${sql.raw(item.descending ? ' desc' : ' asc')}${nulls}`
  })
  return sql` order by ${sql.join(items)}`
}

function sortValue(joined: Joined[], order: Order, relation: string): Sql {
  const value = joined.map(join => join.sortValues.get(order)).find(found => found !== undefined)
  if (!value) throw notEmbedded(relation)
  return value
}

function windowOf({ limit, offset }: Query, cap: number | undefined): Sql {
  const maxRows = cap === undefined ? limit : Math.min(limit ?? cap, cap)
  return sql`${maxRows === undefined ? nothing : sql` limit ${sql.lit(maxRows)}`}${offset === 0 ? nothing : sql` offset ${sql.lit(offset)}`}`
}
