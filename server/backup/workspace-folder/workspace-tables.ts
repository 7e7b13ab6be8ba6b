import { sql } from 'kysely'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'
import { listTables, type Table } from '../tables.ts'

/** `where` names one workspace: its id is a checked UUID, because a cursor takes no values. */
export type WorkspaceTable = Table & { where: string }

export type Reference = { child: string; parent: string; from: string; to: string }

/**
 * Columns whose names suggest a secret are not exported, apart from `harmless` ones: so a new secret is left out by default.
 */
const secret = /secret|token|locked|hash|password|cipher/
/**
 * Internal to the installation: events, retries, how payers and referrers are recognised, why their earnings are held, consents in
 * progress, sessions, sign-in by a provider of one's own (proven anew elsewhere), and members' visits, which their colleagues do not see either. Secrets are exported separately.
 */
const house = [
  'private.erasures',
  'private.events',
  'private.facebook_picks',
  'private.facebook_starts',
  'private.member_visits',
  'private.payer_marks',
  'private.referral_devices',
  'private.referral_holds',
  'private.secrets',
  'private.sso_domains',
  'private.sso_flows',
  'private.sso_people',
  'private.test_codes',
  'private.zalo_consents',
  'public.dead_letters',
  'public.ended_sessions',
  'public.sso_connections',
]
const harmless = ['text_hash', 'body_hash', 'line_hash', 'token_since', 'tokens', 'file_key']

/** Tables with rows of the workspace, from the catalogue: by `workspace_id`, or by reference to such a row alone. */
export async function listWorkspaceTables(session: Session, workspaceId: string): Promise<WorkspaceTable[]> {
  const all = await listTables(session)
  const found = new Map<string, string>([
    ['public.workspaces', `id = '${workspaceId}'`],
    ['storage.objects', `split_part(name, '/', 1) = '${workspaceId}'`],
  ])
  for (const { name, columns } of all)
    if (columns.split(', ').includes('workspace_id')) found.set(name, `workspace_id = '${workspaceId}'`)
  const references = await listReferences(session)
  for (let size = 0; size < found.size;) {
    size = found.size
    // An account is a person's own, also where a session is of one workspace alone.
    for (const { name } of all.filter(table => !found.has(table.name) && !table.name.startsWith('auth.'))) {
      const ways = references.filter(({ child, parent }) => child === name && parent !== child && found.has(parent))
      const conditions = ways.map(
        ({ parent, from, to }) => `(${from}) in (select ${to} from ${parent} where ${found.get(parent)})`,
      )
      if (conditions.length > 0) found.set(name, `(${conditions.join(' or ')})`)
    }
  }
  return all.flatMap(({ name, columns }) => {
    const where = found.get(name)
    const exported = columns.split(', ').filter(column => !secret.test(column) || harmless.includes(column))
    return where && !house.includes(name) ? [{ name, columns: exported.join(', '), where }] : []
  })
}

export async function listReferences(session: Session): Promise<Reference[]> {
  return queryRows(
    session,
    sql<Reference>`select cn.nspname || '.' || c.relname as child, pn.nspname || '.' || p.relname as parent,
      coalesce((select string_agg(format('%I', attname), ', ' order by o) from unnest(k.conkey) with ordinality u (n, o)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = u.n), '') as "from",
      coalesce((select string_agg(format('%I', attname), ', ' order by o) from unnest(k.confkey) with ordinality u (n, o)
        join pg_attribute a on a.attrelid = p.oid and a.attnum = u.n), '') as "to"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
      join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
    where k.contype = 'f' order by 1, 2, 3`,
  )
}
