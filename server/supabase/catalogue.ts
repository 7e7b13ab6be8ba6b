import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { schemaCache } from './schema-cache.ts'

export type Column = { name: string; type: string; isJson: boolean; readers: string[] }
/** isUnique: at most one row references each target. */
export type ForeignKey = { name: string; columns: string[]; table: string; foreignColumns: string[]; isUnique: boolean }
export type Table = {
  name: string
  columns: Map<string, Column>
  key: string[]
  foreignKeys: ForeignKey[]
  writers: Record<string, string[]>
}

export type Tables = ReadonlyMap<string, Table>

export type Catalogue = {
  tables(): Promise<Tables>
  table(name: string): Promise<Table | undefined>
}

const known = schemaCache(readTables)

/** Reads `public` once, and again for an unknown name or after `forgetTables`. */
export function catalogueOf(platform: Platform): Catalogue {
  return { tables: () => known.all(platform), table: name => known.find(platform, name) }
}

export function forgetTables(platform: Platform): void {
  known.forget(platform)
}

type Row = Omit<Table, 'name' | 'columns'> & { table: string; columns: Column[] | null }

async function readTables(platform: Platform): Promise<Map<string, Table>> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<Row>`select c.relname as "table",
        (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, -1), 'isJson', a.atttypid in ('json'::regtype, 'jsonb'::regtype),
            'readers', (select coalesce(jsonb_agg(role), '[]') from unnest(array['anon', 'authenticated', 'service_role']) role
              where has_column_privilege(role, c.oid, a.attnum, 'select'))) order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        coalesce((select jsonb_agg(a.attname order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = c.oid and i.indisprimary), '[]') as key,
        coalesce((select jsonb_agg(jsonb_build_object('name', f.conname, 'table', r.relname,
            'columns', coalesce((select jsonb_agg(a.attname order by k.at) from unnest(f.conkey) with ordinality k (attnum, at)
              join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum), '[]'),
            'foreignColumns', coalesce((select jsonb_agg(a.attname order by k.at) from unnest(f.confkey) with ordinality k (attnum, at)
              join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum), '[]'),
            'isUnique', exists (select from pg_index i where i.indrelid = f.conrelid and i.indisunique and i.indpred is null
              and i.indexprs is null and i.indkey::smallint[] <@ f.conkey)) order by f.conname)
          from pg_constraint f join pg_class r on r.oid = f.confrelid and r.relnamespace = c.relnamespace
          where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0), '[]') as "foreignKeys",
        coalesce((select jsonb_object_agg(role, (select coalesce(jsonb_agg(act), '[]') from unnest(array['INSERT', 'UPDATE', 'DELETE']) act
            where has_table_privilege(role, c.oid, act) or (act <> 'DELETE' and has_any_column_privilege(role, c.oid, act))))
          from unnest(array['anon', 'authenticated', 'service_role']) role), '{}') as writers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')`.execute(
      tx,
    ),
  )
  return new Map(
    rows.map(({ table, columns, ...rest }) => [
      table,
      { name: table, columns: new Map((columns ?? []).map(column => [column.name, column])), ...rest },
    ]),
  )
}
