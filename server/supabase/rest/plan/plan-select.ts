import { type RawBuilder, sql } from 'kysely'
import type { Table, Tables } from '../../catalogue.ts'
import { csvOf } from '../run/csv.ts'
import { planLevel } from './plan-level.ts'
import { boundedRows, rowsOf } from './plan-output.ts'
import type { Planner } from './planned.ts'
import type { Query } from '../run/row-query.ts'
import type { Sql } from '../run/scope.ts'

export type Wanted = {
  /** What may be embedded: the catalogue's tables. */
  tables: Tables
  /** What is selected from: a table's name, the name of a `with` query, or a call of a function. */
  source: Sql
  /** The table whose columns and relations the source's rows have. */
  relation: Table
  query: Query
  /** The bearer's role: `*` stands for the columns that it may read. */
  role: string
  /** No answer holds more rows; undefined: all of the source's rows are wanted, as after a change. */
  cap: number | undefined
}

export type Plan = {
  /** `select …`, one output column for each of `columns`. */
  rows: Sql
  /** `select …`, one row for each that there would be without a window. For counting: its columns mean nothing. */
  all: Sql
  columns: { name: string; isText: boolean }[]
}

export type Shape = { format: 'json' | 'csv'; nullsStripped: boolean; bodyWanted: boolean; total: Sql | undefined }
/** body: empty where it was not wanted, or would have been too long. */
export type Page = { body: string; rows: number; total: number | null }

/**
 * The one way from a query to SQL: of a table, of what a statement has changed, or of what a function returns.
 * Names come from the catalogue and are quoted, values are bound.
 * @throws RestError 42703, PGRST108, PGRST118, PGRST120, PGRST127, PGRST200, PGRST201
 */
export function planSelect({ tables, source, relation, query, role, cap }: Wanted): Plan {
  let made = 0
  const planner: Planner = {
    tables,
    role,
    alias: letter => `${letter}${made++}`,
    level: (place, inner, most) => planLevel(planner, place, inner, most),
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

/**
 * One statement for a whole answer: the body as text, how many rows it holds, and how many there are.
 * @param before further `with` queries, each as `name as (…)`, for a source that is one of them
 */
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

/** The same answer, but with an empty body instead of one that is longer: it is measured where it is made. */
export function withoutLongBody(statement: RawBuilder<Page>, mostBytes: number): RawBuilder<Page> {
  const body = sql`case when octet_length(body) > ${sql.lit(mostBytes)} then '' else body end`
  return sql<Page>`select ${body} as body, rows, total from (${statement}) answer`
}
