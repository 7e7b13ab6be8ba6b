import { sql } from 'kysely'
import type { z } from 'zod'
import type { ErrorCode } from '#shared/errors.ts'
import type { accessRulesBody } from '#shared/contracts/workspaces.api.ts'
import { failure } from '#platform/errors.ts'
import { type Caller, requireOwnSignIn } from '#platform/http/caller.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { requireFreshProof } from '#platform/http/recent-proof.ts'
import { lockShop } from '../lock-shop.ts'
import { recordInAuditLog } from '../record-in-audit-log.ts'
import { readNetworks } from './networks.ts'
import type { ShutOut } from './shut-out.ts'

export type AccessRules = {
  second_step: boolean
  max_session_hours: number | null
  max_idle_hours: number | null
  addresses: string[]
}

const noRules: AccessRules = { second_step: false, max_session_hours: null, max_idle_hours: null, addresses: [] }

export async function readAccessRules(platform: Platform, { workspaceId, claims }: Caller) {
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ id: string }>`select m.id from members m
      where m.workspace_id = ${workspaceId} and m.status = 'active' and not exists
        (select from auth.mfa_factors f where f.user_id = m.person_id and f.status = 'verified')
        and not exists (select from auth.passkeys k where k.user_id = m.person_id)
      order by m.joined_at, m.id`.execute(tx)
    const address = claims['client_address']
    return {
      rules: await rulesOf(tx, workspaceId),
      client_address: typeof address === 'string' ? address : null,
      without_second_step: rows.map(row => row.id),
    }
  })
}

const refusalOf: Record<ShutOut, ErrorCode> = {
  sso: 'access.own_session',
  other_shop: 'access.own_session',
  second_step: 'access.own_second_step',
  address: 'access.own_address',
  session_age: 'access.own_session',
  session_idle: 'access.own_session',
  session_ended: 'access.own_session',
}

/**
 * Holds from the next request on, for tokens that are out already too.
 * @throws auth.own_sign_in_needed, account.prove_again, access.network_wrong, access.own_… where the caller would shut himself out, request.not_found for the house
 */
export async function changeAccessRules(platform: Platform, caller: Caller, input: z.output<typeof accessRulesBody>) {
  requireOwnSignIn(caller)
  requireFreshProof(platform, caller)
  const { workspaceId, claims } = caller
  const rules: AccessRules = { ...input, addresses: readNetworks(input.addresses) }
  await platform.db.asService(workspaceId, async tx => {
    await lockShop(tx, workspaceId)
    const before = await rulesOf(tx, workspaceId)
    await sql`insert into access_rules (workspace_id, second_step, max_session_hours, max_idle_hours, addresses, changed_at)
      values (${workspaceId}, ${rules.second_step}, ${rules.max_session_hours}, ${rules.max_idle_hours}, ${rules.addresses}, ${platform.clock.now()})
      on conflict (workspace_id) do update set second_step = excluded.second_step, max_session_hours = excluded.max_session_hours,
        max_idle_hours = excluded.max_idle_hours, addresses = excluded.addresses, changed_at = excluded.changed_at`.execute(
      tx,
    )
    const { rows } = await sql<{ reason: ShutOut | null }>`select
      rights.shut_out(${workspaceId}, ${JSON.stringify(claims)}::jsonb) as reason`.execute(tx)
    const reason = rows[0]?.reason
    if (reason) throw failure(refusalOf[reason], { address: claims['client_address'] })
    await recordInAuditLog(platform, tx, caller, 'access-rules.changed', workspaceId, { before, after: rules })
  })
  return { rules }
}

async function rulesOf(tx: Tx, workspaceId: string): Promise<AccessRules> {
  const { rows } = await sql<AccessRules>`select second_step, max_session_hours, max_idle_hours, addresses
    from access_rules where workspace_id = ${workspaceId}`.execute(tx)
  return rows[0] ?? noRules
}

/** For admins whose own address has changed. @returns the workspace's name; undefined where nothing was to clear */
export async function clearAddresses(platform: Platform, workspaceId: string): Promise<string | undefined> {
  if (!isUuid(workspaceId)) return undefined
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{
      name: string
    }>`update access_rules r set addresses = '{}', changed_at = ${platform.clock.now()}
      from workspaces w where w.id = r.workspace_id and r.workspace_id = ${workspaceId} and cardinality(r.addresses) > 0
      returning w.name`.execute(tx)
    if (rows[0])
      await recordInAuditLog(
        platform,
        tx,
        { workspaceId, personId: null },
        'access-rules.addresses-cleared',
        workspaceId,
      )
    return rows[0]?.name
  })
}
