import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { dropUnusedTags } from './list-tags.ts'
import { failedWith, type ImportJob, importLane, listKey, writtenInOneGo } from './import-row.ts'

/**
 * Within a day; people who wrote, refused or asked for their rights stay.
 * @throws request.not_found, customer.import_undo_late
 */
export async function askUndo(platform: Platform, caller: Caller, { id }: { id: string }): Promise<{ id: string }> {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ status: string; undo_until: Date | null }>`select status, undo_until from imports
      where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
    const [list] = rows
    if (!list) throw failure('request.not_found')
    if (
      (list.status !== 'done' && list.status !== 'failed') ||
      !list.undo_until ||
      list.undo_until <= platform.clock.now()
    )
      throw failure('customer.import_undo_late')
    await sql`update imports set status = 'undoing' where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'customers.import-undone', id)
    const payload = { workspace_id: workspaceId, import_id: id }
    await platform.jobs.enqueue(tx, { kind: 'undo import', lane: importLane, payload })
  })
  return { id }
}

export async function undoImport(platform: Platform, { workspace_id: ws, import_id: id }: ImportJob): Promise<void> {
  for (let more = true; more;)
    more = await platform.db.asService(ws, async tx => {
      const { rows } = await sql`delete from customers where workspace_id = ${ws} and id in (
          select cu.id from customers cu where cu.workspace_id = ${ws} and cu.import_id = ${id}
            and exists (select from imports i where i.workspace_id = ${ws} and i.id = ${id} and i.status = 'undoing')
            and cu.merged_into is null
            and not exists (select from customers o where o.workspace_id = ${ws} and o.merged_into = cu.id)
            and not exists (select from contacts k where k.workspace_id = ${ws} and k.customer_id = cu.id)
            and not exists (select from consents s where s.workspace_id = ${ws} and s.customer_id = cu.id and s.act in ('refused', 'withdrawn'))
            and cu.restricted_at is null
            and not exists (select from data_requests r where r.workspace_id = ${ws} and r.customer_id = cu.id)
          order by cu.id limit ${writtenInOneGo} for update)
        returning id`.execute(tx)
      return rows.length === writtenInOneGo
    })
  await platform.db.asService(ws, async tx => {
    const { rows } = await sql<{
      made: string[] | null
    }>`update imports set status = 'undone', done_at = ${platform.clock.now()}
      where workspace_id = ${ws} and id = ${id} and status = 'undoing' returning report -> 'made_tags' as made`.execute(
      tx,
    )
    await dropUnusedTags(tx, ws, rows[0]?.made ?? [])
  })
}

const undoPeriod = days(1)

export async function forgetLists(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const left = sql`(status in ('read', 'checking', 'checked') and created_at <= ${after(now, -undoPeriod)}
    or status = 'importing' and created_at <= ${after(now, -2 * undoPeriod)})`
  const rows = await platform.db.readAsService<{
    id: string
    workspace_id: string
  }>(sql`select id, workspace_id from imports where ${left} limit 500`)
  for (const { id, workspace_id: ws } of rows) {
    await platform.files.remove(listKey(id))
    await platform.db.asService(ws, tx =>
      sql`update imports set ${failedWith(platform, 'expired')}
        where workspace_id = ${ws} and id = ${id} and ${left}`.execute(tx),
    )
  }
}
