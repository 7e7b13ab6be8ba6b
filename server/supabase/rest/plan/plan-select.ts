import { type RawBuilder, sql } from 'kysely'
import type { Table, Tables } from '../../catalogue.ts'
import { csvOf } from '../run/csv.ts'
import { planLevel } from './plan-level.ts'
import { boundedRows, rowsOf } from './plan-output.ts'
import type { Planner } from './planned.ts'
import type { Query } from '../run/row-query.ts'
import type { Sql } from '../run/scope.ts'

export type Wanted = {
  tables: Tables
  /** A table, a `with` query, or a function call. */
  source: Sql
  relation: Table
  query: Query
  role: string
  /** undefined: all rows, as after a change. */
  cap: number | undefined
}

export type Plan = {
  rows: Sql
  /** For counting: all rows without the window. */
  all: Sql
  columns: { name: string; isText: boolean }[]
}

export type Shape = { format: 'json' | 'csv'; nullsStripped: boolean; bodyWanted: boolean; total: Sql | undefined }
/** body: empty where not wanted or too long. */
export type Page = { body: string; rows: number; total: number | null }

/** @throws RestError 42703, PGRST108, PGRST118, PGRST120, PGRST127, PGRST200, PGRST201. Names are quoted, values bound */
export function planSelect({ tables, source, relation, query, role, cap }: Wanted): Plan {
  let made = 0
  const planner: Planner = {
    tables,
    role,
    alias: prefix => `${prefix}${made++}`,
    level: (place, inner, max) => planLevel(planner, place, inner, max),
  }
  const alias = planner.alias('t')
  const level = planner.level(
    { table: relation, alias, from: sql`${source} as ${sql.id(alias)}`, conditions: [], lists: 0 },
    query,
    cap,
  )
  return {
    columns: level.outputs.map(({ name, isText }) => ({ name, isText })),
    rows: boundedRows(level),
    all: level.isGrouped ? rowsOf({ ...level, window: sql`` }) : sql`select true ${level.bareBody}`,
  }
}

export function pageStatement(plan: Plan, shape: Shape, before: Sql[] = []) {
  const queries = sql.join([...before, sql`page as (${plan.rows})`])
  const body = !shape.bodyWanted ? sql`''` : shape.format === 'csv' ? csvOf(plan.columns) : jsonOf(shape.nullsStripped)
  const total = shape.total ? sql`(${shape.total})` : sql`null::bigint`
  return sql<Page>`with ${queries} select ${body} as body, count(*)::int as rows, ${total} as total from page`
}

function jsonOf(nullsStripped: boolean): Sql {
  const list = nullsStripped ? sql`json_strip_nulls(json_agg(page))` : sql`json_agg(page)`
  return sql`coalesce(${list}, '[]')::text`
}

/** Empties a longer body inside the database. */
export function withoutLongBody(statement: RawBuilder<Page>, maxBytes: number): RawBuilder<Page> {
  const body = sql`case when octet_length(body) > ${sql.lit(maxBytes)} then '' else body end`
  return sql<Page>`select ${body} as body, rows, total from (${statement}) answer`
}
