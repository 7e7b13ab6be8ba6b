import { sql } from 'kysely'
import type { Table } from '../../catalogue.ts'
import type { Argument, Routine } from '../../routines.ts'
import type { Matched } from './match-routine.ts'
import type { Given } from '../parse/read-arguments.ts'
import type { Sql } from '../run/scope.ts'

export const valueColumn = 'pgrst_scalar'

export type Call = {
  before: Sql[]
  call: Sql
}

/** Named arguments, so that missing ones take defaults; values are bound, types come from the catalogue. */
export function planCall({ routine, isWhole }: Matched, given: Given): Call {
  const name = sql.id('public', routine.name)
  const named = routine.arguments.filter(argument => given.names.includes(argument.name))
  if (isWhole)
    return { before: [], call: sql`${name}(${cast(given.whole?.text ?? '', routine.arguments[0]?.type ?? '')})` }
  const { json, texts } = given
  if (json === undefined || named.length === 0) {
    const values = named.map(argument =>
      assigned(argument, cast(textOf(argument, texts?.get(argument.name)), argument.type)),
    )
    return { before: [], call: sql`${name}(${list(values)})` }
  }
  const types = sql.join(named.map(argument => sql`${sql.id(argument.name)} ${sql.raw(argument.type)}`))
  const before = sql`given as (select * from json_to_record(${json}::text::json) as given (${types}))`
  const values = named.map(argument => assigned(argument, sql`(select ${sql.id(argument.name)} from given)`))
  return { before: [before], call: sql`${name}(${list(values)})` }
}

/** The result as a table; a caller of the function may read all of it. */
export function relationOf(routine: Routine, table: Table | undefined, role: string): Table {
  const bare = { type: routine.type, isJson: routine.type === 'json' || routine.type === 'jsonb' }
  const columns = routine.kind === 'row' ? routine.columns : [{ name: valueColumn, ...bare }]
  return {
    name: table?.name ?? routine.name,
    columns: new Map(
      columns.map(column => [column.name, { ...table?.columns.get(column.name), ...column, readers: [role] }]),
    ),
    key: table?.key ?? [],
    foreignKeys: table?.foreignKeys ?? [],
    writers: {},
  }
}

export function rowsOfCall({ kind }: Routine, call: Sql): Sql {
  return kind === 'row' ? sql`select * from ${call}` : sql`select * from ${call} as given (${sql.id(valueColumn)})`
}

function assigned({ name, isVariadic }: Argument, value: Sql): Sql {
  return sql`${sql.raw(isVariadic ? 'variadic ' : '')}${sql.id(name)} := ${value}`
}

function cast(text: string, type: string): Sql {
  return sql`${text}::text::${sql.raw(type)}`
}

function list(values: Sql[]): Sql {
  return values.length === 0 ? sql`` : sql.join(values)
}

/** Variadic arguments may be repeated. */
function textOf({ isVariadic }: Argument, values: string[] = []): string {
  const [first = ''] = values
  if (!isVariadic || (values.length === 1 && /^\{[^]*\}$/.test(first))) return values.at(-1) ?? ''
  return `{${values.map(value => `"${value.replaceAll(/["\\]/g, sign => `\\${sign}`)}"`).join(',')}}`
}
