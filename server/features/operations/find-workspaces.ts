import type { workspacesQuery } from '#shared/contracts/operations.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Operator } from '#features/workspaces/record-operator-act.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskWorkspace, DeskWorkspaces } from '#shared/contracts/operator.results.ts'
import { fold } from '#shared/rules/text/fold.ts'

const maxWorkspaces = 50

type Found = WithDates<DeskWorkspace, 'created_at'>

/** By name, a member's address or name, or id; ignores case and accents. Newest first. */
export async function findWorkspaces(
  platform: Platform,
  _operator: Operator,
  { search }: z.output<typeof workspacesQuery>,
): Promise<Omit<DeskWorkspaces, 'workspaces'> & { workspaces: Found[] }> {
  const pattern = `%${fold(search).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await platform.db.readAsService<
    Found & { total: number }
  >(sql`select w.id, w.name, w.created_at, coalesce(p.name, s.plan) as plan, s.status as plan_status,
      (select m.email from members m where m.workspace_id = w.id and m.status = 'active' order by m.role, m.joined_at, m.id limit 1) as owner,
      (select count(*)::int from members m where m.workspace_id = w.id and m.status = 'active') as members,
      exists (select from private.payment_disputes d where d.workspace_id = w.id and d.closed_at is null) as disputed,
      count(*) over ()::int as total
    from workspaces w left join subscriptions s on s.workspace_id = w.id left join plans p on p.code = s.plan
    where w.deleted_at is null and w.kind = 'shop' and (${search} = '' or w.id::text = lower(${search}) or private.folded(w.name) like ${pattern}
      or exists (select from members m where m.workspace_id = w.id
        and (private.folded(m.email) like ${pattern} or private.folded(m.name) like ${pattern})))
    order by w.created_at desc, w.id desc limit ${maxWorkspaces}`)
  return { workspaces: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
