import { type RawBuilder, sql } from 'kysely'
import type { Column, Table } from '../../catalogue.ts'
import type { Path } from './row-query.ts'
import { noSuchColumn } from '../rest-error.ts'

export type Sql = RawBuilder<unknown>

/** Where a name is looked up: one table of the statement, under its alias there. */
export type Scope = {
  table: Table
  alias: string
  role: string
  /** How many lists it lies within. */
  lists: number
  /** What is embedded here, by alias and by name → the value that is null where there is nothing. */
  embedded: Map<string, Sql>
}

/** A column, or what lies within it, and the type that a value to compare with must have. */
export function operand(scope: Scope, path: Path): { sql: Sql; type: string } {
  const column: Column | undefined = scope.table.columns.get(path.column)
  if (!column) throw noSuchColumn(scope.table.name, path.column)
  const base = sql.id(scope.alias, column.name)
  const last = path.steps.at(-1)
  if (!last) return { sql: base, type: column.type }
  const into = path.steps.map(({ arrow, key }) =>
    typeof key === 'number' ? sql`${sql.raw(arrow)}${sql.raw(`(${key})`)}` : sql`${sql.raw(arrow)}${key}::text`,
  )
  const value = sql`(${column.isJson ? base : sql`to_jsonb(${base})`}${sql.join(into, sql``)})`
  return { sql: value, type: last.arrow === '->>' ? 'text' : 'jsonb' }
}

/** A JSON value is called by the last key on the way to it. */
export function nameOf(path: Path): string {
  const key = path.steps.findLast(step => typeof step.key === 'string')?.key
  return key === undefined ? path.column : String(key)
}
