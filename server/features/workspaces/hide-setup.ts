import { sql } from 'kysely'
import { z } from 'zod'
import type { Caller } from '#platform/caller.ts'
import type { Platform } from '#platform/platform.ts'

export const setupBody = z.object({ hidden: z.boolean() })

/** Puts the list of first steps away for the caller, in this workspace, or brings it back. */
export async function hideSetup(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { hidden }: z.output<typeof setupBody>,
): Promise<{ hidden: boolean }> {
  const at = hidden ? platform.clock.now() : null
  await platform.db.asService(workspaceId, tx =>
    sql`update members set setup_hidden_at = ${at} where workspace_id = ${workspaceId} and person_id = ${personId}`.execute(
      tx,
    ),
  )
  return { hidden }
}
