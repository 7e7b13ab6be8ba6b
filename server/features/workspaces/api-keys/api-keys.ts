import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Caller, requireOwnSignIn } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { MadeApiKey } from '#shared/contracts/api-keys.results.ts'
import { maxKeys, type newApiKey } from '#shared/contracts/api-keys.contract.ts'
import { lockShop } from '../lock-shop.ts'
import { recordInAuditLog } from '../record-in-audit-log.ts'
import { requireFreshProof } from '#platform/http/recent-proof.ts'

/** Lets people and secret scanners recognise a key. */
export const keyMark = 'sen_'

/** 32 random bytes need neither salt nor slow hash. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** @throws auth.own_sign_in_needed, account.prove_again, api-key.too_many, request.not_found in the operators' workspace */
export async function makeApiKey(
  platform: Platform,
  caller: Caller,
  { name, scope }: z.output<typeof newApiKey>,
): Promise<MadeApiKey> {
  // A key outlives the access of somebody who found a screen unlocked.
  requireOwnSignIn(caller)
  requireFreshProof(platform, caller)
  const { workspaceId, personId } = caller
  const now = platform.clock.now()
  const id = newId()
  const key = `${keyMark}${randomBytes(32).toString('base64url')}`
  await platform.db.asService(workspaceId, async tx => {
    await lockShop(tx, workspaceId)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from api_keys
      where workspace_id = ${workspaceId} and revoked_at is null`.execute(tx)
    if ((rows[0]?.count ?? 0) >= maxKeys) throw failure('api-key.too_many')
    await sql`insert into api_keys (id, workspace_id, name, scope, last_four, created_by, created_at)
      values (${id}, ${workspaceId}, ${name}, ${scope}, ${key.slice(-4)}, ${personId}, ${now})`.execute(tx)
    await sql`insert into private.api_key_hashes (workspace_id, key_id, hash) values (${workspaceId}, ${id}, ${hashOf(key)})`.execute(
      tx,
    )
    await recordInAuditLog(platform, tx, caller, 'api-key.made', id, { name, scope })
  })
  return { id, key }
}

const maxRevoked = 100

/** @throws request.not_found */
export async function revokeApiKey(platform: Platform, caller: Caller, { id }: { id: string }): Promise<void> {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ name: string; scope: string }>`update api_keys set revoked_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${id} and revoked_at is null returning name, scope`.execute(tx)
    const [key] = rows
    if (!key) throw failure('request.not_found')
    await sql`delete from private.api_key_hashes where workspace_id = ${workspaceId} and key_id = ${id}`.execute(tx)
    await sql`delete from api_keys where workspace_id = ${workspaceId} and id in (select id from api_keys
      where workspace_id = ${workspaceId} and revoked_at is not null order by revoked_at desc, id offset ${maxRevoked})`.execute(
      tx,
    )
    await recordInAuditLog(platform, tx, caller, 'api-key.revoked', id, { name: key.name, scope: key.scope })
  })
}
