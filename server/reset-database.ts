import { sql } from 'kysely'
import { z } from 'zod'
import { queryParsed, queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'

type Table = { name: string; columns: string }

export type FirstState = {
  tables: Table[]
  rows: Map<string, string>
  /** Changes with tables, functions and policies. */
  schema: string
}

/** A fault of the test before, or of the reset itself. */
export class Leftover extends Error {}

const ours = sql`n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

const listTables = sql<Table>`select format('%I.%I', n.nspname, c.relname) as name,
    (select coalesce(string_agg(format('%I', a.attname), ',' order by a.attnum), '') from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${ours} order by 1`

/** A catalogue row's xmin is the transaction that wrote it. */
const newest = sql`count(*) || '/' || max(x.xmin::text::bigint)`
const schemaNow = sql<{ schema: string }>`select concat_ws(' ',
  (select ${newest} from pg_class x join pg_namespace n on n.oid = x.relnamespace where ${ours}),
  (select ${newest} from pg_proc x join pg_namespace n on n.oid = x.pronamespace where ${ours}),
  (select ${newest} from pg_type x join pg_namespace n on n.oid = x.typnamespace where ${ours}),
  (select ${newest} from pg_attrdef x), (select ${newest} from pg_constraint x), (select ${newest} from pg_db_role_setting x),
  (select ${newest} from pg_extension x), (select ${newest} from pg_policy x), (select ${newest} from pg_trigger x)) as schema`

const resetSequences = `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where last_value is not null and schemaname !~ '^pg_'`

export async function readFirstState(session: Session): Promise<FirstState> {
  const tables = await queryRows(session, listTables)
  const rows = new Map<string, string>()
  for (const table of await filled(session, tables)) {
    const text = `select json_agg(t)::text as rows from ${table.name} t`
    for (const found of await queryParsed(session, z.object({ rows: z.string() }), text))
      rows.set(table.name, found.rows)
  }
  return { tables, rows, schema: await readSchema(session) }
}

/**
 * @returns false where more than rows changed: then a new database is needed
 * @throws Leftover if the last test left a transaction open, or rows outlive the reset
 */
export async function resetDatabase(session: Session, first: FirstState): Promise<boolean> {
  if (await isInTransaction(session)) throw new Leftover('The last test left a transaction open.')
  if ((await readSchema(session)) !== first.schema) return false
  const dirty = await filled(session, first.tables)
  // Turns off foreign keys and change triggers.
  await session.query("begin; set local session_replication_role = replica; set local lock_timeout = '2s'", [])
  try {
    await session.query([...dirty.map(({ name }) => `delete from ${name}`), resetSequences].join('; '), [])
    for (const { name, columns } of first.tables) {
      const rows = first.rows.get(name)
      if (rows === undefined) continue
      const insert = `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json)`
      await session.query(insert, [rows])
    }
    await session.query('commit', [])
  } catch (error) {
    await session.query('rollback', [])
    throw error
  }
  const left = (await filled(session, first.tables)).filter(({ name }) => !first.rows.has(name))
  if (left.length > 0) throw new Leftover(`Rows outlived the reset: ${left.map(({ name }) => name).join(', ')}.`)
  return true
}

/** A statement on its own begins with its transaction. */
async function isInTransaction(session: Session): Promise<boolean> {
  const [now] = await queryRows(
    session,
    sql<{ open: boolean }>`select statement_timestamp() <> transaction_timestamp() as open`,
  )
  return now?.open === true
}

async function readSchema(session: Session): Promise<string> {
  const [now] = await queryRows(session, schemaNow)
  return now?.schema ?? ''
}

async function filled(session: Session, tables: Table[]): Promise<Table[]> {
  const asked = tables.map(({ name }, index) => `(${index}, exists (select from ${name}))`)
  const rows = await queryParsed(
    session,
    z.object({ index: z.int() }),
    `select t.index from (values ${asked.join(', ')}) t (index, filled) where filled`,
  )
  return rows.map(({ index }) => tables[index] as Table)
}
