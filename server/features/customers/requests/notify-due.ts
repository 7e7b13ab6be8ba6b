import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'

type Due = { id: string; workspace_id: string; what: 'answer' | 'due' }

const inOneTurn = 500
const maxPerShop = 20

/** Notifies admins once a day before the due date (shop's calendar) and once when it is due. */
export async function notifyDueRequests(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const tomorrow = after(now, days(1))
  const rows = await platform.db.readAsService<Due>(sql`select id, workspace_id, what from (
      select r.id, r.workspace_id, w.what, w.by,
        row_number() over (partition by r.workspace_id order by w.by, r.id, w.what) as place from data_requests r
      join workspaces s on s.id = r.workspace_id and s.deleted_at is null,
        lateral (values ('answer', r.answer_by, r.answered_at is null and r.answer_notified_at is null),
          ('due', r.due_on, r.due_notified_at is null)) as w (what, by, waits)
      where r.done_at is null and w.waits and w.by <= (${tomorrow}::timestamptz at time zone s.time_zone)::date) d
    where place <= ${maxPerShop} order by place, by, id limit ${inOneTurn}`)
  await forEachLogged(platform, 'notify due data requests', rows, ({ id, workspace_id: workspaceId, what }) =>
    platform.db.asService(workspaceId, async tx => {
      const notifiedColumn = sql.ref(what === 'answer' ? 'answer_notified_at' : 'due_notified_at')
      const { rows: first } = await sql`update data_requests set ${notifiedColumn} = ${now}
        where workspace_id = ${workspaceId} and id = ${id} and done_at is null and ${notifiedColumn} is null returning id`.execute(
        tx,
      )
      if (first.length > 0)
        await platform.jobs.emit(tx, 'data-request.due', { workspace_id: workspaceId, request_id: id, what })
    }),
  )
}
