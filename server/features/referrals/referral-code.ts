import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { referralCodeOf } from '#shared/rules/money/referral.ts'

/** A workspace's code, made when it is first wanted. Two at once end with the same one. */
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
    // Taken by another workspace: drawn again.
    await sql`insert into referral_codes (workspace_id, code, created_at)
      values (${workspaceId}, ${referralCodeOf(randomBytes(8))}, ${platform.clock.now()}) on conflict do nothing`.execute(
      tx,
    )
  }
}

/**
 * Holds a workspace's earnings: every action on them locks the row of its code before anything else, so they follow one
 * another.
 */
export async function lockEarnings(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  await codeOf(platform, tx, workspaceId)
  await sql`select 1 from referral_codes where workspace_id = ${workspaceId} for no key update`.execute(tx)
}
