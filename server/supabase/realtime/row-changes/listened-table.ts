import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

export type ListenedTable = {
  oid: number
  name: string
  columns: ListenedColumn[]
  key: string[]
  /** `replica identity full`: old rows are sent whole. */
  sendsOldRows: boolean
}

export type ListenedColumn = {
  name: string
  type: string
  sqlType: string
  readers: string[]
}

/** @returns undefined for an unknown table or one whose changes are not sent */
export async function readListenedTable(tx: Tx, name: string): Promise<ListenedTable | undefined> {
  const { rows } =
    await sql<ListenedTable>`select c.oid::int8 as oid, c.relname as name, c.relreplident = 'f' as "sendsOldRows",
      coalesce((select jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname,
          'sqlType', format('%I.%I', t.typnamespace::regnamespace::text, t.typname),
          'readers', (select coalesce(jsonb_agg(role), '[]') from unnest(array['anon', 'authenticated', 'service_role']) role
            where has_column_privilege(role, c.oid, a.attnum, 'select'))) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
      coalesce((select jsonb_agg(a.attname order by a.attnum) from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary), '[]') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = ${name}
      and exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'note_insert')`.execute(tx)
  return rows[0]
}

export function readableColumns(table: ListenedTable, role: string): ListenedColumn[] {
  return table.columns.filter(column => column.readers.includes(role))
}
