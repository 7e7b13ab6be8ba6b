import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { referralCodeOf } from '#shared/rules/money/referral.ts'

/** Concurrent calls end with the same code. */
export async function codeOf(platform: Platform, tx: Tx, workspaceId: string): Promise<string> {
  const find = async () => {
    const { rows } = await sql<{
      code: string
    }>`select code from referral_codes where workspace_id = ${workspaceId}`.execute(tx)
    return rows[0]?.code
  }
  for (;;) {
    const code = await find()
    if (code) return code
    await sql`insert into referral_codes (workspace_id, code, created_at)
      values (${workspaceId}, ${referralCodeOf(randomBytes(8))}, ${platform.clock.now()}) on conflict do nothing`.execute(
      tx,
    )
  }
}

/** Serialises all actions on a workspace's earnings: each locks the code's row first. */
export async function lockEarnings(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  await codeOf(platform, tx, workspaceId)
  await sql`select 1 from referral_codes where workspace_id = ${workspaceId} for no key update`.execute(tx)
}
