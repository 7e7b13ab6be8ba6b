import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { dropNewVersion } from './drop-new-version.ts'
import { takeAway } from '../sources/remove-source.ts'
import type { SourceTask } from '../processing/start-processing.ts'

/** The previous version keeps answering; a source without one is removed. The caller's transaction holds the source's row. */
export async function dropVersion(platform: Platform, tx: Tx, task: SourceTask): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  const { rows } = await sql<{ answers: boolean; resync_days: number | null }>`select s.resync_days,
      exists (select from sources f where f.workspace_id = ${workspaceId} and (f.id = s.id or f.parent_id = s.id) and f.live_version is not null) as answers
    from sources s where s.workspace_id = ${workspaceId} and s.id = ${sourceId}`.execute(tx)
  const [source] = rows
  if (!source) return
  await dropNewVersion(platform, tx, task)
  if (!source.answers) return takeAway(platform, tx, workspaceId, sourceId, null)
  const again = source.resync_days === null ? null : after(platform.clock.now(), days(source.resync_days))
  await sql`update sources set status = 'processed', progress = 100, reason = null, resync_at = ${again}
    where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(tx)
}
