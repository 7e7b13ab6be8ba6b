import { sql } from 'kysely'
import { schemaCache } from './schema-cache.ts'

export type Changeable = {
  /** Closed by the migrations: only actions may change its rows. */
  isProduct: boolean
  /** column → default expression */
  defaults: Record<string, string>
}

/** Product tables are those closed by `rights.protect` (forced row-level security, policy `service`); a seed file's have their own. */
export const changeables = schemaCache<Changeable>(async platform => {
  const { rows } = await platform.db.asService(null, tx =>
    sql<Changeable & { name: string }>`with recursive made_of (view, part) as (
        select w.ev_class, d.refobjid from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
          where d.refclassid = 'pg_class'::regclass and d.refobjid <> w.ev_class
        union
        select m.view, d.refobjid from made_of m join pg_rewrite w on w.ev_class = m.part
          join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
          where d.refclassid = 'pg_class'::regclass and d.refobjid <> w.ev_class)
      select c.relname as name,
        exists (select from pg_policy p join pg_class t on t.oid = p.polrelid and t.relforcerowsecurity where p.polname = 'service'
          and (p.polrelid = c.oid or p.polrelid in (select part from made_of where view = c.oid))) as "isProduct",
        coalesce((select jsonb_object_agg(a.attname, case a.attidentity
              when 'd' then format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname)) else pg_get_expr(d.adbin, d.adrelid) end)
            from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
              and (a.attidentity = 'd' or d.adbin is not null)), '{}') as defaults
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')`.execute(
      tx,
    ),
  )
  return new Map(rows.map(({ name, ...changeable }) => [name, changeable]))
})
