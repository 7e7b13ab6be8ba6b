import { sql } from 'kysely'
import type { ReadVersion } from '#features/training/knowledge/publish-version.ts'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { checkVersions } from './check-versions.ts'

const settles = seconds(3)

/** Waiting versions were checked against other knowledge or questions, so they are due again. */
export async function checkAgainLater(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId }: { workspace_id: string },
): Promise<void> {
  const { rows } =
    await sql`select from sources where workspace_id = ${workspaceId} and status = 'waiting' limit 1`.execute(tx)
  if (rows.length === 0) return
  await platform.jobs.enqueue(tx, {
    kind: 'check again',
    key: `check again:${workspaceId}`,
    lane: `check ${workspaceId}`,
    payload: { workspace_id: workspaceId },
    runAt: after(platform.clock.now(), settles),
    latestMs: seconds(30),
  })
}

/** One by one, oldest first: the next is tried beside those that went live. */
export async function checkAgain(platform: Platform, due: { workspace_id: string }): Promise<void> {
  const { workspace_id: workspaceId } = due
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<ReadVersion>`select id as source_id, version from sources
      where workspace_id = ${workspaceId} and status = 'waiting' and parent_id is null order by id`.execute(tx),
  )
  for (const version of rows) await checkVersions(platform, { workspace_id: workspaceId, versions: [version] })
}
