import { sql } from 'kysely'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { forgetHosts } from './host-turn.ts'
import { restartCrawl } from './resync-source.ts'

const atOnce = 50

/** Shops without a running plan wait until they have one again. */
export async function resyncDue(platform: Platform): Promise<void> {
  await forgetHosts(platform)
  const now = platform.clock.now()
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ id: string; workspace_id: string }>`select s.id, s.workspace_id from sources s
      join workspaces w on w.id = s.workspace_id and w.deleted_at is null
      left join subscriptions p on p.workspace_id = s.workspace_id
      where s.resync_at <= ${now} and s.kind = 'link' and s.status = 'processed'
        and (w.kind = 'house' or p.status in ('trialing', 'active', 'past_due'))
      order by row_number() over (partition by s.workspace_id order by s.resync_at), s.resync_at limit ${atOnce}`.execute(
      tx,
    ),
  )
  await forEachLogged(platform, 'resync links', rows, ({ id, workspace_id: workspaceId }) =>
    platform.db.asService(workspaceId, async tx => {
      const due =
        await sql`select from sources where workspace_id = ${workspaceId} and id = ${id} and status = 'processed'
        and resync_at <= ${now} for update skip locked`.execute(tx)
      if (due.rows.length > 0) await restartCrawl(platform, tx, workspaceId, id, null)
    }),
  )
}
