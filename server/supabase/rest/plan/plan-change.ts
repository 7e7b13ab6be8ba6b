import { sql } from 'kysely'
import type { Table } from '../../catalogue.ts'
import type { Changeable } from '../../changeable.ts'
import { noColumnKnown } from '../run/change-errors.ts'
import { conditions } from './plan-filter.ts'
import type { Filter } from '../run/row-query.ts'
import type { Rows } from '../parse/read-body.ts'
import { RestError } from '../rest-error.ts'
import type { Sql } from '../run/scope.ts'

/** returned: if empty, a 1 per row. */
export type Target = { table: Table; changeable: Changeable; returned: string[] }

export type Insert = {
  body: Rows
  /** From the address, else from the body. */
  columns: string[] | undefined
  missingIsDefault: boolean
  /** The columns by which `resolution` detects an existing row. */
  conflict: { columns: string[]; merge: boolean } | undefined
}

/** Session variable counting merged rows, read after the statement in its transaction. */
export const mergedRows = 'rest.merged_rows'

/** @throws PGRST102 when rows name different columns, PGRST204 for an unknown column */
export function planInsert(target: Target, { body, columns, missingIsDefault, conflict }: Insert): Sql {
  const { table } = target
  const named = columns ?? keysOfAll(body)
  for (const name of [...named, ...(conflict?.columns ?? [])])
    if (!table.columns.has(name)) throw noColumnKnown(table, name)
  const written = missingIsDefault ? named.filter(name => body.rows.some(row => Object.hasOwn(row, name))) : named
  const list = written.length === 0 ? sql`` : sql` (${sql.join(written.map(name => sql.id(name)))})`
  const rows = sql`${rowsOf(target, body, written, missingIsDefault)}${onConflict(conflict, written)}`
  return sql`insert into ${sql.id('public', table.name)} as target${list} ${rows} ${returning(target)}`
}

export function planUpdate(target: Target, role: string, body: Rows, columns: string[], filters: Filter[]): Sql {
  const { table } = target
  for (const name of columns) if (!table.columns.has(name)) throw noColumnKnown(table, name)
  const set = sql.join(columns.map(name => sql`${sql.id(name)} = given.${sql.id(name)}`))
  const given = sql`(select * from ${recordset(table, body.json, columns)} limit 1) given`
  return sql`update ${sql.id('public', table.name)} as target set ${set} from ${given} ${where('update', target, role, filters)} ${returning(target)}`
}

export function planDelete(target: Target, role: string, filters: Filter[]): Sql {
  return sql`delete from ${sql.id('public', target.table.name)} as target ${where('delete', target, role, filters)} ${returning(target)}`
}

/** Like the hosted service, refuses to change a whole table for lack of a filter. */
function where(act: 'update' | 'delete', { table }: Target, role: string, filters: Filter[]): Sql {
  if (filters.length === 0) throw new RestError(400, '21000', `${act.toUpperCase()} requires a WHERE clause`)
  return sql`where ${sql.join(conditions({ table, alias: 'target', role, lists: 0, embedded: new Map() }, filters), sql` and `)}`
}

function returning({ returned }: Target): Sql {
  return returned.length === 0
    ? sql`returning 1`
    : sql`returning ${sql.join(returned.map(name => sql.id('target', name)))}`
}

function keysOfAll({ rows }: Rows): string[] {
  const [first = {}, ...others] = rows
  const keys = Object.keys(first)
  const alike = others.every(
    row => Object.keys(row).length === keys.length && keys.every(key => Object.hasOwn(row, key)),
  )
  if (!alike) throw new RestError(400, 'PGRST102', 'All object keys must match')
  return keys
}

function rowsOf({ table, changeable }: Target, body: Rows, columns: string[], missingIsDefault: boolean): Sql {
  const { json, rows } = body
  if (columns.length === 0) return sql`select from json_array_elements(${json}::text::json)`
  const names = sql.join(columns.map(name => sql.id('given', name)))
  const missing = (name: string) => rows.some(row => !Object.hasOwn(row, name))
  if (!missingIsDefault || !columns.some(missing)) return sql`select ${names} from ${recordset(table, json, columns)}`
  const values = columns.map(name => {
    const standard = changeable.defaults[name]
    if (standard === undefined || !missing(name)) return sql.id('given', name)
    return sql`case when jsonb_exists(row::jsonb, ${name}::text) then ${sql.id('given', name)} else ${sql.raw(standard)} end`
  })
  const record = sql`json_to_record(row) as given (${definitions(table, columns)})`
  return sql`select ${sql.join(values)} from json_array_elements(${json}::text::json) with ordinality as list (row, place), ${record} order by place`
}

function recordset(table: Table, json: string, columns: string[]): Sql {
  return sql`json_to_recordset(${json}::text::json) as given (${definitions(table, columns)})`
}

function definitions(table: Table, columns: string[]): Sql {
  return sql.join(columns.map(name => sql`${sql.id(name)} ${sql.raw(table.columns.get(name)?.type ?? '')}`))
}

function onConflict(conflict: Insert['conflict'], written: string[]): Sql {
  if (!conflict || conflict.columns.length === 0) return sql``
  const key = sql.join(conflict.columns.map(name => sql.id(name)))
  if (!conflict.merge || written.length === 0) return sql` on conflict (${key}) do nothing`
  const set = sql.join(written.map(name => sql`${sql.id(name)} = excluded.${sql.id(name)}`))
  const counted = sql`set_config(${mergedRows}::text, (coalesce(nullif(current_setting(${mergedRows}::text, true), ''), '0')::int + 1)::text, true)`
  return sql` on conflict (${key}) do update set ${set} where ${counted} is not null`
}
