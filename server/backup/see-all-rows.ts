import { sql } from 'kysely'
import { StartError } from '#platform/errors.ts'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'

/** @throws StartError naming a table not fully visible. Service role: under forced row-level security the owner sees no rows */
export async function seeAllRows(session: Session): Promise<void> {
  const [hidden] = await queryRows(
    session,
    sql<{
      name: string
    }>`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%' and (
      not has_table_privilege('service_role', c.oid, 'select')
      or c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
        and 'service_role'::regrole = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')
      or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('*', 'r')
        and p.polroles && array[0, 'service_role'::regrole::oid])) order by 1`,
  )
  if (hidden) throw new StartError(`Rows of ${hidden.name} may be hidden from the service role: no backup is made.`)
  await session.query('set local role service_role', [])
}
