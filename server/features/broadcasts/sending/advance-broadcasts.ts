import { sql } from 'kysely'
import { after, days, minutes } from '#platform/clock.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { countNow } from '../drafts/count-broadcast.ts'
import { endOverdue } from './change-state.ts'
import { feedLater } from './feed-later.ts'
import { yieldToOthers } from './yield-to-others.ts'
import { planLater } from './plan-broadcast.ts'
import { isRunning, maxRunning } from './running.ts'

type Row = { workspace_id: string; id: string; status: string }

const forgottenAfter = minutes(2)
/** How long after its end receipts and replies are still counted. */
const countedFor = days(3)
const maxBroadcasts = 100
const portion = 2000

/** Ends what is overdue, restarts lost work, starts waiting broadcasts and counts results, round-robin between shops; a failure does not stop the others. */
export async function advanceBroadcasts(platform: Platform): Promise<void> {
  await forEachLogged(platform, 'advance broadcasts', [endOverdueOnes, wakeForgotten, countInTurn], work =>
    work(platform),
  )
}

async function endOverdueOnes(platform: Platform): Promise<void> {
  const rows = await platform.db.readAsService<Row>(sql`select workspace_id, id, status from broadcasts
    where status = 'paused' and deadline <= ${platform.clock.now()} order by deadline, id limit ${maxBroadcasts}`)
  await forEachLogged(platform, 'end an overdue broadcast', rows, ({ workspace_id: workspaceId, id }) =>
    endOverdue(platform, { workspaceId, id }),
  )
}

async function wakeForgotten(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const rows = await readForgotten(platform, now)
  await forEachLogged(platform, 'wake a broadcast', rows, row => wake(platform, row, now))
}

async function countInTurn(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const rows = await platform.db.readAsService<Row>(sql`select workspace_id, id, status from (
      select workspace_id, id, status, counted_at, row_number() over (partition by workspace_id order by counted_at nulls first, id) as turn
      from broadcasts where (status in ('running', 'paused') or done_at > ${after(now, -countedFor)}) and started_at is not null) b
    order by turn, counted_at nulls first, id limit ${maxBroadcasts}`)
  await forEachLogged(platform, 'count a broadcast', rows, row => countWhole(platform, row))
}

async function readForgotten(platform: Platform, now: Date): Promise<Row[]> {
  return platform.db.readAsService<Row>(sql`select workspace_id, id, status from broadcasts b
    where ((status in ('planning', 'running') and started_at < ${after(now, -forgottenAfter)})
        or (status = 'scheduled' and start_at <= ${now} and (deadline <= ${now} or (
          (select count(*) from broadcasts where workspace_id = b.workspace_id and ${isRunning}) < ${maxRunning}
          and not exists (select from broadcasts o where o.workspace_id = b.workspace_id and o.status = 'scheduled'
            and (o.start_at, o.id) < (b.start_at, b.id))))))
      and not exists (select from private.jobs j where j.kind in ('plan broadcast', 'feed broadcast')
        and j.payload ->> 'broadcast_id' = b.id::text)
    order by coalesce(start_at, started_at), id limit ${maxBroadcasts}`)
}

async function wake(platform: Platform, { workspace_id: workspaceId, id, status }: Row, now: Date): Promise<void> {
  await platform.db.asService(workspaceId, tx =>
    status === 'running'
      ? feedLater(platform, tx, { workspaceId, id })
      : planLater(platform, tx, { workspaceId, id }, now),
  )
}

async function countWhole(platform: Platform, { workspace_id: workspaceId, id }: Row): Promise<void> {
  await platform.db.asService(workspaceId, tx =>
    sql`update broadcasts set counted_at = ${platform.clock.now()} where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    ),
  )
  let last: string | null = null
  do {
    const began = performance.now()
    last = await recordArrived(platform, { workspaceId, id }, last)
    if (last) await yieldToOthers(platform, began)
  } while (last)
  await platform.db.asService(workspaceId, tx => countNow(platform, tx, { workspaceId, id }))
}

/** @returns the last customer it looked at; null: no more */
async function recordArrived(
  platform: Platform,
  { workspaceId, id }: { workspaceId: string; id: string },
  last: string | null,
): Promise<string | null> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ customer_id: string }>`with looked as (
        select id, customer_id, message_id from private.broadcast_recipients where workspace_id = ${workspaceId} and broadcast_id = ${id}
          and customer_id > coalesce(${last}::uuid, '00000000-0000-0000-0000-000000000000') order by customer_id limit ${portion}),
      recorded as (update private.broadcast_recipients r set state = m.status from looked s
        join messages m on m.workspace_id = ${workspaceId} and m.id = s.message_id
        where r.workspace_id = ${workspaceId} and r.id = s.id and r.state in ('sent', 'delivered')
          and m.status in ('delivered', 'read') and m.status <> r.state)
      select customer_id from looked order by customer_id offset ${portion - 1}`.execute(tx),
  )
  return rows[0]?.customer_id ?? null
}
