import { sql } from 'kysely'
import { after, days, minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { countNow } from './count-broadcast.ts'
import { feedLater } from './feed-later.ts'
import { planLater } from './plan-broadcast.ts'

type Row = { workspace_id: string; id: string; status: string }

const forgottenAfter = minutes(2)
/** So long after its end what platforms tell of it (arrived, read) and what customers answer is still counted. */
const countedFor = days(3)
const most = 100

/** Broadcasts whose work got lost have it again, and what became of their messages is counted. */
export async function tendBroadcasts(platform: Platform): Promise<void> {
  await wakeForgotten(platform)
  const now = platform.clock.now()
  const rows = await platform.db.readAsService<Row>(sql`select workspace_id, id, status from broadcasts
    where (status in ('running', 'paused') or done_at > ${after(now, -countedFor)}) and started_at is not null
    order by counted_at nulls first limit ${most}`)
  for (const { workspace_id: workspaceId, id } of rows)
    await platform.db.asService(workspaceId, async tx => {
      await sql`update private.broadcast_recipients r set state = m.status from messages m
        where r.workspace_id = ${workspaceId} and r.broadcast_id = ${id} and r.state in ('sent', 'delivered')
          and m.workspace_id = r.workspace_id and m.id = r.message_id and m.status in ('delivered', 'read') and m.status <> r.state`.execute(
        tx,
      )
      await countNow(platform, tx, { workspaceId, id })
    })
}

async function wakeForgotten(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const rows = await platform.db.readAsService<Row>(sql`select workspace_id, id, status from broadcasts b
    where (status in ('planning', 'running') or (status = 'scheduled' and start_at <= ${now}))
      and coalesce(counted_at, started_at) < ${after(now, -forgottenAfter)}
      and not exists (select from private.jobs j where j.lane = 'plan ' || b.id or j.lane like 'feed ' || b.id || ' %')
    order by id limit ${most}`)
  for (const { workspace_id: workspaceId, id, status } of rows)
    await platform.db.asService(workspaceId, tx =>
      status === 'running'
        ? feedLater(platform, tx, { workspaceId, id })
        : planLater(platform, tx, { workspaceId, id }, now),
    )
}
