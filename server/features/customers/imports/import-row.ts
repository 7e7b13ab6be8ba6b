import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { FileMissing } from '#platform/files/files.ts'
import type { Platform } from '#platform/platform.ts'
import type { ImportColumn, ImportConsent, ImportReport } from '#shared/contracts/customers/imports.contract.ts'
import { type ListRow, readList } from './read-list.ts'

export type ImportRow = {
  id: string
  workspace_id: string
  status: 'read' | 'checking' | 'checked' | 'importing' | 'done' | 'undoing' | 'undone' | 'failed'
  reason: string | null
  columns: string[]
  has_names: boolean
  map: ImportColumn[]
  consent: ImportConsent | null
  row_count: number
  done_rows: number
  report: ImportReport
  made_by: string
  created_at: Date
  undo_until: Date | null
}

export function fieldIds(map: ImportColumn[]): string[] {
  return map.flatMap(column => (column.startsWith('field:') ? [column.slice('field:'.length)] : []))
}

export type ImportJob = { workspace_id: string; import_id: string }

/** One at a time in the installation: a list is in memory as a whole. */
export const importLane = 'customer imports'

export const listKey = (id: string) => `customer-imports/${id}`

export const rowsInOneGo = 1000
export const writtenInOneGo = 200

export async function findImport(platform: Platform, workspaceId: string, id: string): Promise<ImportRow | undefined> {
  const [row] = await platform.db
    .readAsService<ImportRow>(sql`select id, workspace_id, status, reason, columns, has_names, map,
      consent, row_count, done_rows, report, made_by, created_at, undo_until
    from imports where workspace_id = ${workspaceId} and id = ${id}`)
  return row
}

export async function peopleRows(platform: Platform, list: ImportRow): Promise<ListRow[] | undefined> {
  try {
    const parts: Buffer[] = []
    for await (const part of await platform.files.read(listKey(list.id))) parts.push(part as Buffer)
    const rows = await readList(Buffer.concat(parts))
    return list.has_names ? rows.slice(1) : rows
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

/** null: no limit */
export async function importsLeft(tx: Tx, workspaceId: string): Promise<number | null> {
  const { rows } = await sql<{ left: number | null }>`select case when s.status in ('expired', 'ended') then 0
      when p.imported_customers is null then null else greatest(p.imported_customers - (select count(*) from customers where workspace_id = ${workspaceId}
        and import_id is not null and erased_at is null), 0) end::float8 as "left"
    from subscriptions s join plans p on p.code = s.plan where s.workspace_id = ${workspaceId}`.execute(tx)
  return rows[0] ? rows[0].left : null
}

/** Known customers do not count, but a list this many times the plan is refused. */
const timesThePlan = 10

/** @throws customer.import_over_plan */
export async function refuseMoreThanPlanned(platform: Platform, workspaceId: string, rows: number): Promise<void> {
  const [plan] = await platform.db.readAsService<{
    max: number | null
  }>(sql`select p.imported_customers::float8 as max
    from subscriptions s join plans p on p.code = s.plan where s.workspace_id = ${workspaceId}`)
  if (plan && plan.max !== null && rows > plan.max * timesThePlan)
    throw failure('customer.import_over_plan', { room: plan.max })
}

/** @throws customer.import_busy */
export async function refuseSecondAtWork(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select 1 from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const { rows } =
    await sql`select 1 from imports where workspace_id = ${workspaceId} and status in ('checking', 'importing')
    limit 1`.execute(tx)
  if (rows.length > 0) throw failure('customer.import_busy')
}

export const undoFor = hours(24)

/** Whoever came in before it failed can be taken out again, as after one that is done. */
export function failedWith({ clock }: Platform, reason: string) {
  const part = sql`status = 'importing' and done_rows > 0`
  return sql`status = 'failed', reason = ${reason},
    undo_until = case when ${part} then ${after(clock.now(), undoFor)}::timestamptz end,
    report = report - 'new_tags' || case when ${part} then jsonb_build_object('good', (select count(*) from customers u
      where u.workspace_id = imports.workspace_id and u.import_id = imports.id)) else '{}' end`
}

export async function failImport(
  platform: Platform,
  list: Pick<ImportRow, 'id' | 'workspace_id'>,
  reason: string,
): Promise<void> {
  await platform.db.asService(list.workspace_id, tx =>
    sql`update imports set ${failedWith(platform, reason)} where workspace_id = ${list.workspace_id} and id = ${list.id}
      and status in ('read', 'checking', 'checked', 'importing')`.execute(tx),
  )
  await platform.files.remove(listKey(list.id))
}
