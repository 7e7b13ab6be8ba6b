import { sql } from 'kysely'
import { failure, type Failure } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Claims } from '#platform/sql/database.ts'
import type { ShutOut } from '#shared/contracts/workspaces.api.ts'

export type { ShutOut }

export function shutOutFailure(reason: ShutOut, claims: Claims): Failure {
  return reason === 'address'
    ? failure('access.address', { address: claims['client_address'] })
    : failure(`access.${reason}`)
}

/** The caller's shops that this session may not enter. */
export async function listShutOut(
  platform: Platform,
  { personId, claims }: Caller,
): Promise<{ shops: { id: string; name: string; reason: ShutOut; address: string | null }[] }> {
  const rows = await platform.db.readAsService(
    sql<{ id: string; name: string; reason: ShutOut }>`select w.id, w.name, o.reason
      from members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null,
        lateral (select rights.shut_out(w.id, ${JSON.stringify(claims)}::jsonb) as reason) o
      where m.person_id = ${personId} and m.status = 'active' and o.reason is not null and o.reason <> 'other_shop'
      order by w.created_at, w.id`,
  )
  const address = typeof claims['client_address'] === 'string' ? claims['client_address'] : null
  return { shops: rows.map(row => ({ ...row, address: row.reason === 'address' ? address : null })) }
}
