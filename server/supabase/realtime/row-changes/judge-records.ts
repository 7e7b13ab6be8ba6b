import { type RawBuilder, sql } from 'kysely'
import type { Claims, Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ListenedColumn, ListenedTable } from './listened-table.ts'
import type { Condition } from './row-filter.ts'

/** From 1. */
export type Place = number

const heldRows = (table: ListenedTable, records: string) => sql`
  select "the record"."its number"::int as "its number", held.*
  from jsonb_array_elements(${records}::jsonb) with ordinality "the record" ("its value", "its number"),
    lateral jsonb_populate_record(null::${sql.id('public', table.name)}, "its value") held`

/** The database compares, as in its own filters. `records`: a JSON list of whole rows. */
export async function matchConditions(
  ask: <Row>(statement: RawBuilder<Row>) => Promise<Row[]>,
  table: ListenedTable,
  records: string,
  conditions: Condition[],
): Promise<Set<Place>[]> {
  const matches = conditions.map(() => new Set<Place>())
  if (conditions.length === 0) return matches
  const kinds = Map.groupBy(conditions.keys(), index => kindOf(conditions[index]))
  const branches = [...kinds.values()].flatMap(indexes => {
    const [first] = indexes.map(index => conditions[index])
    if (!first) return []
    const values = indexes.map(index => conditions[index]?.value)
    return sql`select asked.id, held."its number" as record from held
      join unnest(${indexes}::int[], ${values}::text[]) asked (id, value) on ${holds(table, first)}`
  })
  const rows = await ask(sql<{ id: number; record: Place }>`with held as materialized (${heldRows(table, records)})
    ${sql.join(branches, sql` union all `)}`)
  for (const { id, record } of rows) matches[id]?.add(record)
  return matches
}

/** @throws the database's error where these columns and values cannot be compared */
export async function tryConditions(tx: Tx, table: ListenedTable, conditions: Condition[]): Promise<void> {
  for (const condition of conditions)
    await sql`select ${holds(table, condition)} from (values (${condition.value}::text)) asked (value),
      jsonb_populate_record(null::${sql.id('public', table.name)}, '{}') held`.execute(tx)
}

function kindOf(condition: Condition | undefined): string {
  if (!condition) return ''
  const { column, operator, isNegated, value } = condition
  return JSON.stringify([column, operator, isNegated, operator === 'is' ? value : ''])
}

const comparisons = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=', isdistinct: 'is distinct from' }
const patterns = { like: 'like', ilike: 'ilike' }

function holds(table: ListenedTable, { column: name, operator, isNegated, value }: Condition): RawBuilder<unknown> {
  const type = table.columns.find(column => column.name === name)?.sqlType ?? 'pg_catalog.text'
  const column = sql.id('held', name)
  const plain = () => {
    if (operator === 'is') return sql`${column} is ${sql.raw(value.toLowerCase())}`
    if (operator === 'in') return sql`${column} = any (asked.value::${sql.raw(type)}[])`
    if (operator === 'like' || operator === 'ilike')
      return sql`${column}::text ${sql.raw(patterns[operator])} asked.value`
    return sql`${column} ${sql.raw(comparisons[operator])} asked.value::${sql.raw(type)}`
  }
  return isNegated ? sql`not (${plain()})` : plain()
}

/** As JSON text, so that numbers keep every digit. */
export async function showRecords(
  tx: Tx,
  table: ListenedTable,
  records: string,
  columns: ListenedColumn[],
): Promise<string[]> {
  if (columns.length === 0) return []
  const shown = sql.join(columns.map(column => sql.id('held', column.name)))
  const { rows } = await sql<{
    record: string
  }>`with held as materialized (${heldRows(table, records)}) select (select to_json(r) from (select ${shown}) r)::text as record
    from held order by "its number"`.execute(tx)
  return rows.map(row => row.record)
}

/** Per statement: while it runs, the embedded database answers nobody else. */
const maxBearers = 100

/** Applies the table's policies for all bearers of a role together. */
export async function judgeRecords(
  platform: Platform,
  role: Claims['role'],
  table: ListenedTable,
  records: string,
  bearers: Claims[],
): Promise<Set<Place>[]> {
  const seen = bearers.map(() => new Set<Place>())
  for (let from = 0; from < bearers.length; from += maxBearers) {
    const claims = bearers.slice(from, from + maxBearers).map(bearer => JSON.stringify(bearer))
    const { rows } = await platform.db.asPerson({ role }, tx =>
      sql<{ bearer: number; record: Place }>`select bearer, record
        from realtime.seen(${table.oid}::oid::regclass, ${records}::jsonb, ${claims}::text[])`.execute(tx),
    )
    for (const { bearer, record } of rows) seen[from + bearer - 1]?.add(record)
  }
  return seen
}
