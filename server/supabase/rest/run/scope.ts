import { type RawBuilder, sql } from 'kysely'
import type { Column, Table } from '../../catalogue.ts'
import type { Path } from './row-query.ts'
import { noSuchColumn } from '../rest-error.ts'

export type Sql = RawBuilder<unknown>

export type Scope = {
  table: Table
  alias: string
  role: string
  lists: number
  /** Alias or name → an expression that is null where no row is embedded. */
  embedded: Map<string, Sql>
}

/** With the type that compared values are cast to. */
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

export function nameOf(path: Path): string {
  const key = path.steps.findLast(step => typeof step.key === 'string')?.key
  return key === undefined ? path.column : String(key)
}
