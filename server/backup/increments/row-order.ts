import { sql } from 'kysely'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'

/** In which order the rows of each table come each time: by its key, where it has one. */
export async function orderRows(session: Session): Promise<Map<string, string>> {
  const keys = await queryRows(
    session,
    sql<{ name: string; columns: string }>`select n.nspname || '.' || c.relname as name,
      coalesce((select string_agg(format('r.%I', a.attname), ', ' order by k.o) from unnest(i.indkey::int2[]) with ordinality k (n, o)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n), '1') as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where i.indisprimary and not exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attnum = any (i.indkey) and a.attgenerated <> '') order by 1`,
  )
  return new Map(keys.map(({ name, columns }) => [name, columns]))
}
