import { sql } from 'kysely'
import type { Change } from '#platform/events/changes.ts'
import type { Claims, Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { catalogueOf, type Table } from '../../catalogue.ts'

export type LiveChange = { cursor: string; table: string; type: Change['type']; record: Record<string, unknown> }

/** One statement per table, the last change per row. A row now gone or hidden is sent as deleted; one never seen is not sent. */
export async function readChanged(platform: Platform, claims: Claims, changes: Change[]): Promise<LiveChange[]> {
  const last = new Map<string, Change>()
  const inserted = new Set<string>()
  for (const change of changes) {
    const name = nameOf(change.table, change.key)
    if (change.type === 'INSERT') inserted.add(name)
    last.delete(name)
    last.set(name, change)
  }
  const wanted = Map.groupBy(
    [...last.values()].filter(change => change.type !== 'DELETE'),
    change => change.table,
  )
  const records = await readTables(platform, claims, wanted)
  const changed: LiveChange[] = []
  for (const [name, { cursor, table, type, key }] of last) {
    const record = records.get(name)
    if (record) changed.push({ cursor, table, type: inserted.has(name) ? 'INSERT' : 'UPDATE', record })
    else if (type !== 'INSERT' && !(inserted.has(name) && type === 'UPDATE'))
      changed.push({ cursor, table, type: 'DELETE', record: key })
  }
  return changed
}

type Records = Map<string, Record<string, unknown>>

async function readTables(platform: Platform, claims: Claims, wanted: Map<string, Change[]>): Promise<Records> {
  const records: Records = new Map()
  if (wanted.size === 0) return records
  const tables: [Table, Change[]][] = []
  for (const [name, changes] of wanted) {
    const table = await catalogueOf(platform).table(name)
    if (table && table.key.length > 0) tables.push([table, changes])
  }
  await platform.db.asPerson(claims, async tx => {
    for (const [table, changes] of tables) await readTable(tx, table, changes, records)
  })
  return records
}

async function readTable(tx: Tx, table: Table, changes: Change[], records: Records): Promise<void> {
  const readable = [...table.columns.values()].filter(column => column.readers.includes('authenticated'))
  if (readable.length === 0) return
  const key = sql.join(table.key.flatMap(column => [sql.lit(column), sql.id('t', column)]))
  const columns = sql.join(readable.map(column => sql.id('t', column.name)))
  const keys = JSON.stringify(changes.map(change => change.key))
  const { rows } = await sql<{ key: Record<string, unknown>; record: string }>`
    select jsonb_build_object(${key}) as key, (select to_json(r) from (select ${columns}) r)::text as record
    from jsonb_populate_recordset(null::${sql.id('public', table.name)}, ${keys}::jsonb) k
    join ${sql.id('public', table.name)} t using (${sql.join(table.key.map(column => sql.id(column)))})`.execute(tx)
  for (const row of rows) records.set(nameOf(table.name, row.key), JSON.parse(row.record) as Record<string, unknown>)
}

function nameOf(table: string, key: Record<string, unknown>): string {
  return `${table} ${JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)))}`
}
