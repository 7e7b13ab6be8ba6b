import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'

export type Column = { name: string; type: string; isJson: boolean; readers: string[] }
export type Table = {
  name: string
  columns: Map<string, Column>
  key: string[]
  /** role → what it may do: 'INSERT', 'UPDATE', 'DELETE' */
  writers: Record<string, string[]>
}

export type Catalogue = {
  /** @returns undefined when `public` has no such table or view */
  table(name: string): Promise<Table | undefined>
}

const catalogues = new WeakMap<Platform, Catalogue>()
const lookAgainMs = 1000

/** What the schema `public` holds, read once and again when somebody asks for what is not known. */
export function catalogueOf(platform: Platform): Catalogue {
  const known = catalogues.get(platform)
  if (known) return known
  let tables: Promise<Map<string, Table>> | undefined
  let lookedAgain = Number.NEGATIVE_INFINITY
  function load(): Promise<Map<string, Table>> {
    const loading = readTables(platform)
    loading.catch(() => {
      if (tables === loading) tables = undefined
    })
    return loading
  }
  const catalogue: Catalogue = {
    async table(name) {
      const found = (await (tables ??= load())).get(name)
      if (found) return found
      const now = performance.now()
      if (now - lookedAgain > lookAgainMs) {
        lookedAgain = now
        tables = load()
      }
      return (await (tables ??= load())).get(name)
    },
  }
  catalogues.set(platform, catalogue)
  return catalogue
}

type Row = { table: string; columns: Column[]; key: string[]; writers: Record<string, string[]> }

async function readTables(platform: Platform): Promise<Map<string, Table>> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<Row>`select c.relname as "table",
        (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'isJson', a.atttypid in ('json'::regtype, 'jsonb'::regtype),
            'readers', (select coalesce(jsonb_agg(role), '[]') from unnest(array['anon', 'authenticated', 'service_role']) role
              where has_column_privilege(role, c.oid, a.attnum, 'select'))) order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        coalesce((select jsonb_agg(a.attname order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = c.oid and i.indisprimary), '[]') as key,
        (select jsonb_object_agg(role, (select coalesce(jsonb_agg(act), '[]') from unnest(array['INSERT', 'UPDATE', 'DELETE']) act
            where has_table_privilege(role, c.oid, act) or (act <> 'DELETE' and has_any_column_privilege(role, c.oid, act))))
          from unnest(array['anon', 'authenticated', 'service_role']) role) as writers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')`.execute(
      tx,
    ),
  )
  return new Map(
    rows.map(({ table, columns, key, writers }) => [
      table,
      { name: table, columns: new Map((columns ?? []).map(column => [column.name, column])), key, writers },
    ]),
  )
}
