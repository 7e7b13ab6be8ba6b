import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { type checkedImport, type ImportReport, lineProblems } from '#shared/contracts/customers/imports.contract.ts'
import {
  failImport,
  fieldIds,
  findImport,
  type ImportJob,
  importLane,
  type ImportRow,
  peopleRows,
  refuseSecondAtWork,
  importsLeft,
  rowsInOneGo,
} from './import-row.ts'
import { recordNewTags } from './list-tags.ts'
import { comesIn, type FilteredLine, filterLines } from './filter-lines.ts'

const maxListedLines = 200

/** @throws request.not_found, request.invalid, customer.import_no_reach, customer.import_busy */
export async function askCheck(
  platform: Platform,
  { workspaceId }: Caller,
  { id, map, has_names: hasNames, consent }: { id: string } & z.output<typeof checkedImport>,
): Promise<{ id: string }> {
  if (!map.includes('phone') && !map.includes('email')) throw failure('customer.import_no_reach', { field: 'map' })
  await platform.db.asService(workspaceId, async tx => {
    await refuseSecondAtWork(tx, workspaceId)
    const { rows } = await sql<{ status: string; columns: string[] }>`select status, columns from imports
      where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
    const [list] = rows
    if (!list) throw failure('request.not_found')
    if (list.status !== 'read' && list.status !== 'checked') throw failure('customer.import_busy')
    if (map.length !== list.columns.length)
      throw failure('request.invalid', { fields: [{ path: 'map', problem: 'length' }] })
    const { rows: fields } = await sql`select 1 from customer_fields
      where workspace_id = ${workspaceId} and id = any (${fieldIds(map)}::uuid[])`.execute(tx)
    if (fields.length < new Set(fieldIds(map)).size)
      throw failure('request.invalid', { fields: [{ path: 'map', problem: 'field' }] })
    if (consent) {
      // Imported numbers can only be reached on Zalo.
      const { rows: channels } = await sql`select 1 from channels where workspace_id = ${workspaceId}
        and id = ${consent.channel_id} and kind = 'zalo' and status <> 'disconnected'`.execute(tx)
      if (channels.length === 0)
        throw failure('request.invalid', { fields: [{ path: 'consent.channel_id', problem: 'zalo' }] })
    }
    await sql`update imports set status = 'checking', map = ${map}::text[], has_names = ${hasNames},
        consent = ${consent && JSON.stringify(consent)}::jsonb, done_rows = 0, report = '{}'
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    const payload = { workspace_id: workspaceId, import_id: id }
    await platform.jobs.enqueue(tx, { kind: 'check import', lane: importLane, payload })
  })
  return { id }
}

export async function checkImport(platform: Platform, { workspace_id: ws, import_id: id }: ImportJob): Promise<void> {
  const list = await findImport(platform, ws, id)
  if (list?.status !== 'checking') return
  const rows = await peopleRows(platform, list)
  if (!rows) return failImport(platform, list, 'expired')
  const report: ImportReport = { good: 0, bad: 0, left: 0, agreed: 0, counts: {}, lines: [], room: null }
  const seen = new Set<string>()
  const newTags = new Map<string, string>()
  for (let at = 0; at < rows.length; at += rowsInOneGo)
    await platform.db.asService(ws, async tx => {
      const lines = await filterLines(platform, tx, list, rows.slice(at, at + rowsInOneGo), seen)
      await recordNewTags(tx, ws, lines, newTags)
      for (const line of lines) reportLine(report, line)
      await sql`update imports set done_rows = ${Math.min(rows.length, at + rowsInOneGo)}
        where workspace_id = ${ws} and id = ${id} and status = 'checking'`.execute(tx)
    })
  await platform.db.asService(ws, async tx => {
    report.new_tags = [...newTags.values()]
    report.room = await importsLeft(tx, ws)
    await settle(list, tx, report)
  })
}

function reportLine(report: ImportReport, line: FilteredLine): void {
  if (comesIn(line)) {
    report.good++
    if (line.person?.consent) report.agreed++
  } else if (line.problems.some(problem => lineProblems[problem] === 'bad')) report.bad++
  else report.left++
  for (const problem of line.problems) {
    report.counts[problem] = (report.counts[problem] ?? 0) + 1
    if (report.lines.length < maxListedLines) report.lines.push({ line: line.line, problem })
  }
}

async function settle(list: ImportRow, tx: Parameters<typeof importsLeft>[0], report: ImportReport): Promise<void> {
  await sql`update imports set status = 'checked', report = ${JSON.stringify(report)}::jsonb
    where workspace_id = ${list.workspace_id} and id = ${list.id} and status = 'checking'`.execute(tx)
}
