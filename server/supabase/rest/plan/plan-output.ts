import { sql } from 'kysely'
import type { Joined, Level, Output } from './planned.ts'
import type { Field, Selected } from '../run/row-query.ts'
import { nameOf, operand, type Scope, type Sql } from '../run/scope.ts'

const textTypes = new Set(['text', 'character varying', 'bpchar', 'varchar', 'citext', 'name'])

/** `*` means the columns that the role may read. */
export function outputsOf(scope: Scope, select: Selected[], joined: Joined[]): Output[] {
  const embeds = joined.values()
  return select.flatMap((item): Output[] => {
    if (item.kind === 'relation') return embeds.next().value?.outputs ?? []
    if (item.kind === 'column') return [fieldOf(scope, item)]
    const all = [...scope.table.columns.values()]
    const readable = all.filter(column => column.readers.includes(scope.role))
    // Where nothing is readable, let the database refuse.
    return (readable.length > 0 ? readable : all).map(({ name, type }) => plain(name, sql.id(scope.alias, name), type))
  })
}

function plain(name: string, value: Sql, type: string): Output {
  const isText = textTypes.has(type)
  return { name, value, aggregate: undefined, aggregateCast: undefined, isEmbedded: false, holdsLists: false, isText }
}

function fieldOf(scope: Scope, field: Field): Output {
  const { path, alias, cast, aggregateCast } = field
  const isCount = path?.column === 'count' && path.steps.length === 0 && !scope.table.columns.has('count')
  if (!path || (isCount && cast === undefined && field.aggregate === undefined))
    return { ...plain(alias ?? 'count', sql``, ''), value: undefined, aggregate: 'count', aggregateCast }
  const found = operand(scope, path)
  const value = cast === undefined ? found.sql : sql`cast(${found.sql} as ${sql.raw(cast)})`
  const name = alias ?? field.aggregate ?? nameOf(path)
  return { ...plain(name, value, cast ?? found.type), aggregate: field.aggregate, aggregateCast }
}

export function rowsOf(level: Level, nameOf: (output: Output, index: number) => string = output => output.name): Sql {
  const items = level.outputs.map(
    (output, index) => sql`${shown(output, level.isGrouped)} as ${sql.id(nameOf(output, index))}`,
  )
  return sql`select ${items.length === 0 ? sql`` : sql.join(items)} ${level.body}${level.groupBy}${level.window}`
}

/** Bytes, for answers and their parts. */
export const maxBodyLength = 33_554_432

/** Fails with 54000 before gathering lists that exceed an answer's limit. */
export function boundedRows(level: Level, nameOf?: (output: Output, index: number) => string): Sql {
  const rows = rowsOf(level, nameOf)
  const { outputs } = level
  const lists = outputs.flatMap(({ holdsLists }, index) => (holdsLists ? [column(index)] : []))
  if (lists.length === 0) return rows
  const names = outputs.map((output, index) => nameOf?.(output, index) ?? output.name)
  const given = sql.join(outputs.map((_, index) => column(index)))
  const shown = sql.join(names.map((name, index) => sql`${column(index)} as ${sql.id(name)}`))
  const size = sql.join(
    lists.map(list => sql`coalesce(octet_length(${list}::text), 0)`),
    sql` + `,
  )
  // In an outer query, so that the running sum sees rows after limit and order.
  return sql`select ${shown} from (select ${given}, sum(${size}) over (rows unbounded preceding) as bytes
    from (${rows}) given (${given})) measured where rights.is_within(bytes, ${sql.lit(maxBodyLength)})`
}

function column(index: number): Sql {
  return sql.id(`g${index}`)
}

function shown({ value, aggregate, aggregateCast, isEmbedded }: Output, isGrouped: boolean): Sql {
  if (aggregate === undefined) return isEmbedded && isGrouped ? sql`(${value})::text::json` : (value ?? sql`null`)
  const gathered = sql`${sql.raw(aggregate)}(${value ?? sql`*`})`
  return aggregateCast === undefined ? gathered : sql`cast(${gathered} as ${sql.raw(aggregateCast)})`
}
