import { type RawBuilder, sql } from 'kysely'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'

type Rule = { drop: string; add: string }

const userSchemas = sql`n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`
const tablesWhere = (condition: RawBuilder<unknown>) => sql<{
  name: string
}>`select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${userSchemas} and ${condition} order by 1`

/** Rows come in no foreign-key order, and triggers ran already; replication_role needs a superuser. Returns the undo statements. */
export async function suspendRules(session: Session): Promise<string[]> {
  const rules = await queryRows(
    session,
    sql<Rule>`select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as add
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where c.contype = 'f' and ${userSchemas} order by 1`,
  )
  for (const { name } of await queryRows(session, tablesWhere(sql`c.relhastriggers`)))
    rules.push({ drop: `alter table ${name} disable trigger user`, add: `alter table ${name} enable trigger user` })
  for (const { name } of await queryRows(session, tablesWhere(sql`c.relforcerowsecurity`)))
    rules.push({
      drop: `alter table ${name} no force row level security`,
      add: `alter table ${name} force row level security`,
    })
  for (const { drop } of rules) await session.query(drop, [])
  return rules.map(({ add }) => add)
}
