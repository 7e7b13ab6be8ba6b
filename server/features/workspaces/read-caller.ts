import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Caller, onlyWorkspaceOf } from '#platform/http/caller.ts'
import type { Claims } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Who } from '#platform/feature.ts'
import { languageOf } from '#platform/http/http.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { requireSecondStep } from '#platform/http/second-step.ts'
import { type ShutOut, shutOutFailure } from './access/shut-out.ts'
import type { Role } from '#shared/words.ts'

type Membership = {
  workspace_id: string | null
  kind: 'shop' | 'house' | null
  role: Role | null
  email: string
  status: string
  is_operator: boolean
  shut_out: ShutOut | null
}

/**
 * The workspace that `X-Workspace` names, or the only one. A foreign one answers like a missing one.
 * @throws auth.sign_in_needed, auth.account_locked, auth.operator_needed, auth.admin_needed, operator.second_step_needed,
 * request.not_found, access.… where the workspace shuts this session out, workspace.none, workspace.choose if there are several and none is named
 */
export async function readCaller(
  platform: Platform,
  request: FastifyRequest,
  who: Exclude<Who, 'anyone'>,
  claims: Claims,
): Promise<Caller> {
  const personId = claims.sub
  if (!personId) throw failure('auth.sign_in_needed')
  const { rows } = await platform.db.asService(null, tx =>
    sql<Membership>`select p.email, p.status, p.is_operator, m.workspace_id, m.kind, m.role,
        case when m.workspace_id is not null then rights.shut_out(m.workspace_id, ${JSON.stringify(claims)}::jsonb) end as shut_out
      from people p
      left join (select m.*, w.kind from members m join workspaces w on w.id = m.workspace_id
        where m.person_id = ${personId} and m.status = 'active' and w.deleted_at is null) m on true
      where p.id = ${personId}`.execute(tx),
  )
  const [first] = rows
  if (first?.status === 'locked') throw failure('auth.account_locked')
  const base = { personId, email: first?.email ?? '', claims, language: languageOf(request) }
  if (who === 'operator' && first?.is_operator !== true) throw failure('auth.operator_needed')
  if (who === 'operator') requireSecondStep({ claims })
  if (who === 'person' || who === 'operator') return { ...base, workspaceId: '', role: 'member' }
  const only = onlyWorkspaceOf(claims)
  const mine = rows.filter(row => row.workspace_id !== null && (only === null || row.workspace_id === only))
  const named = request.headers['x-workspace']
  if (named !== undefined && !isUuid(named)) throw failure('request.not_found')
  const chosen = named === undefined ? onlyOne(mine) : mine.find(row => row.workspace_id === named)
  if (!chosen?.workspace_id || !chosen.role) {
    if (named !== undefined) throw failure('request.not_found')
    throw failure(mine.length === 0 ? 'workspace.none' : 'workspace.choose')
  }
  if (chosen.shut_out) throw shutOutFailure(chosen.shut_out, claims)
  // The house, like the operator desk, requires a second factor.
  if (chosen.kind === 'house') requireSecondStep({ claims })
  if (who === 'admin' && chosen.role !== 'admin') throw failure('auth.admin_needed')
  return { ...base, workspaceId: chosen.workspace_id, role: chosen.role }
}

/** Operators are also in the house, but mean their shop. */
function onlyOne(mine: Membership[]): Membership | undefined {
  if (mine.length === 1) return mine[0]
  const shops = mine.filter(row => row.kind === 'shop')
  return shops.length === 1 ? shops[0] : undefined
}
