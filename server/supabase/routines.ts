import { sql } from 'kysely'
import { schemaCache } from './schema-cache.ts'

export type Argument = { name: string; type: string; hasDefault: boolean; isVariadic: boolean }

export type Routine = {
  name: string
  arguments: Argument[]
  kind: 'void' | 'scalar' | 'row'
  isSet: boolean
  type: string
  columns: { name: string; type: string; isJson: boolean }[]
  table: string | null
  isVolatile: boolean
  callers: string[]
}

/** Overloads share a name. Triggers and extension functions are left out. */
export const routines = schemaCache<Routine[]>(async platform => {
  const { rows } = await platform.db.asService(null, tx =>
    sql<Routine>`select p.proname as name, given.arguments,
        case when p.prorettype = 'void'::regtype then 'void' when outs.columns is not null or r.typtype = 'c' then 'row' else 'scalar' end as kind,
        p.proretset as "isSet", format_type(p.prorettype, -1) as type,
        coalesce(outs.columns, (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, -1),
            'isJson', a.atttypid in ('json'::regtype, 'jsonb'::regtype)) order by a.attnum)
          from pg_attribute a where a.attrelid = r.typrelid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
        (select c.relname from pg_class c where c.oid = r.typrelid and c.relnamespace = 'public'::regnamespace and c.relkind <> 'c') as "table",
        p.provolatile = 'v' as "isVolatile",
        array(select role from unnest(array['anon', 'authenticated', 'service_role']) role where has_function_privilege(role, p.oid, 'execute')) as callers
      from pg_proc p join pg_type r on r.oid = p.prorettype,
        lateral (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'type', format_type(a.type, -1), 'isVariadic', a.mode = 'v',
            'hasDefault', a.place > p.pronargs - p.pronargdefaults) order by a.place), '[]') as arguments,
            coalesce(bool_or((select t.typtype = 'p' from pg_type t where t.oid = a.type)), false) as of_any
          from (select coalesce(p.proargnames[n], '') as name, type, coalesce(p.proargmodes[n], 'i') as mode, row_number() over (order by n) as place
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as given (type, n)
            where coalesce(p.proargmodes[n], 'i') in ('i', 'b', 'v')) a) given,
        lateral (select jsonb_agg(jsonb_build_object('name', coalesce(nullif(p.proargnames[n], ''), 'column' || n), 'type', format_type(type, -1),
            'isJson', type in ('json'::regtype, 'jsonb'::regtype)) order by n) as columns
          from unnest(p.proallargtypes) with ordinality as given (type, n) where p.proargmodes[n] in ('o', 'b', 't')) outs
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not given.of_any
        and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      order by p.oid`.execute(tx),
  )
  const byName = new Map<string, Routine[]>()
  for (const routine of rows) byName.set(routine.name, [...(byName.get(routine.name) ?? []), routine])
  return byName
})
