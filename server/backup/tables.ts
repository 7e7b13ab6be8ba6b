import { sql } from 'kysely'
import { z } from 'zod'
import { queryParsed, queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'

export type Table = {
  /** `public.messages`; our names need no quotes */
  name: string
  /** without generated columns: `"id", "text"` */
  columns: string
}

/** The sum of row hashes does not depend on order. */
const sumRow = z.object({ rows: z.int(), sum: z.string() })
export type Sum = z.output<typeof sumRow>

/** Not backed up: change numbers belong to their own database's transactions. */
const passing = [
  'realtime.changes',
  'realtime.messages',
  'realtime.listened',
  'private.rate_buckets',
  'private.migrations',
]

export async function listTables(session: Session): Promise<Table[]> {
  return queryRows(
    session,
    sql<Table>`select n.nspname || '.' || c.relname as name, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and n.nspname || '.' || c.relname <> all (${passing}::text[])
    group by 1 order by 1`,
  )
}

/** Makes a row's JSON the same on every database. */
export const oneZone = "set local timezone = 'UTC'"

/**
 * @param where some of the rows alone
 * @param order of what `r` has
 */
export function rowsOf({ name, columns, where = 'true', order }: Table & { where?: string; order?: string }): string {
  const ordered = order === undefined ? '' : ` order by ${order}`
  return `select to_json(r)::text as row from (select ${columns} from ${name} where ${where}) r${ordered}`
}

/** Sums 240 bits of each row's SHA-256 in four parts. */
export async function sumRows(session: Session, table: Table & { where?: string }): Promise<Sum> {
  const parts = [1, 16, 31, 46].map(at => `coalesce(sum(('x' || substr(hash, ${at}, 15))::bit(60)::bigint), 0)::text`)
  const [found] = await queryParsed(
    session,
    sumRow,
    `select count(*)::int as rows, concat_ws('-', ${parts.join(', ')}) as sum
    from (select encode(sha256(convert_to(row, 'UTF8')), 'hex') as hash from (${rowsOf(table)}) as texts) as hashes`,
  )
  if (!found) throw new Error(`The rows of ${table.name} could not be summed.`)
  return found
}

export type Sequence = { name: string; last: string | null }

export async function listSequences(session: Session): Promise<Sequence[]> {
  return queryRows(
    session,
    sql<Sequence>`select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname not like 'pg\\_%' order by 1`,
  )
}

export async function listMigrations(session: Session): Promise<{ name: string; checksum: string }[]> {
  return queryRows(
    session,
    sql<{ name: string; checksum: string }>`select name, checksum from private.migrations order by name`,
  )
}
