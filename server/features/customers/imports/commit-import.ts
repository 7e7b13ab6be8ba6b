import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { addImportedConsents } from '../consent/consent-ledger.ts'
import {
  failImport,
  findImport,
  type ImportJob,
  importLane,
  type ImportRow,
  listKey,
  peopleRows,
  refuseSecondAtWork,
  importsLeft,
  undoFor,
  writtenInOneGo,
} from './import-row.ts'
import { makeTags, tagPeople } from './list-tags.ts'
import type { ListedPerson } from './read-line.ts'
import { comesIn, filterLines } from './filter-lines.ts'

/** @throws request.not_found, customer.import_unchecked, .import_has_errors, .import_over_plan, .import_busy, inbox.tags_full */
export async function askCommit(
  platform: Platform,
  caller: Caller,
  { id, leave_out: leaveOut }: { id: string; leave_out: boolean },
): Promise<{ id: string }> {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    await refuseSecondAtWork(tx, workspaceId)
    const { rows } = await sql<Pick<ImportRow, 'status' | 'report'>>`select status, report from imports
      where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
    const [list] = rows
    if (!list) throw failure('request.not_found')
    if (list.status !== 'checked') throw failure('customer.import_unchecked')
    if (list.report.bad > 0 && !leaveOut) throw failure('customer.import_has_errors', { bad: list.report.bad })
    const left = await importsLeft(tx, workspaceId)
    if (left !== null && list.report.good > left) throw failure('customer.import_over_plan', { room: left })
    const made = await makeTags(platform, tx, workspaceId, list.report.new_tags ?? [])
    await sql`update imports set status = 'importing', done_rows = 0,
        report = report || ${JSON.stringify({ made_tags: made })}::jsonb
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'customers.imported', id, { count: list.report.good })
    const payload = { workspace_id: workspaceId, import_id: id }
    await platform.jobs.enqueue(tx, { kind: 'commit import', lane: importLane, payload })
  })
  return { id }
}

/** Resumes after the last rows written. */
export async function commitImport(platform: Platform, { workspace_id: ws, import_id: id }: ImportJob): Promise<void> {
  const list = await findImport(platform, ws, id)
  if (list?.status !== 'importing') return
  const rows = await peopleRows(platform, list)
  if (!rows) return failImport(platform, list, 'expired')
  const seen = new Set<string>()
  // Another list may have used up the limit since: import all of this one, or nothing.
  const left = list.done_rows === 0 ? await platform.db.asService(ws, tx => importsLeft(tx, ws)) : null
  if (left !== null && list.report.good > left) return failImport(platform, list, 'over_plan')
  for (let at = 0; at < rows.length; at += writtenInOneGo) {
    const some = rows.slice(at, at + writtenInOneGo)
    await platform.db.asService(ws, async tx => {
      const lines = (await filterLines(platform, tx, list, some, seen)).filter(comesIn)
      // Written before the crash.
      if (at < list.done_rows) return
      const { rows: turn } = await sql`update imports set done_rows = ${at + some.length}
        where workspace_id = ${ws} and id = ${id} and status = 'importing' and done_rows = ${at} returning id`.execute(
        tx,
      )
      if (turn.length > 0) await writePeople(platform, tx, list, lines)
    })
  }
  const now = platform.clock.now()
  await platform.db.asService(ws, async tx => {
    const { rows: count } = await sql<{ n: number }>`select count(*)::float8 as n from customers
      where workspace_id = ${ws} and import_id = ${id}`.execute(tx)
    await sql`update imports set status = 'done', done_at = ${now}, undo_until = ${after(now, undoFor)},
        report = report || ${JSON.stringify({ good: count[0]?.n ?? 0 })}::jsonb
      where workspace_id = ${ws} and id = ${id} and status = 'importing'`.execute(tx)
  })
  await platform.files.remove(listKey(id))
}

async function writePeople(
  platform: Platform,
  tx: Tx,
  list: ImportRow,
  lines: { line: number; person?: ListedPerson }[],
): Promise<void> {
  const ws = list.workspace_id
  const now = platform.clock.now()
  const people = lines.flatMap(({ line, person }) => (person ? [{ id: newId(), line, ...person }] : []))
  if (people.length === 0) return
  await sql`insert into customers (id, workspace_id, name, language, fields, import_id, created_at)
    select p.id, ${ws}, p.name, p.language, p.fields, ${list.id}, ${now}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (id uuid, name text, language text, fields jsonb)`.execute(
    tx,
  )
  await tagPeople(tx, { workspaceId: ws, by: list.made_by, at: now }, people)
  const details = people.flatMap(({ id, details: some }) => some.map(one => ({ id: newId(), customer: id, ...one })))
  await sql`insert into contact_details (id, workspace_id, customer_id, kind, value, created_at)
    select d.id, ${ws}, d.customer, d.kind, d.value, ${now}
    from jsonb_to_recordset(${JSON.stringify(details)}::jsonb) as d (id uuid, customer uuid, kind text, value text)`.execute(
    tx,
  )
  await writeWords(tx, ws, people)
  const { consent } = list
  if (consent)
    await addImportedConsents(
      tx,
      {
        workspaceId: ws,
        importId: list.id,
        channelId: consent.channel_id,
        purpose: consent.purpose,
        recordedBy: list.made_by,
      },
      people.flatMap(({ id, line, consent: one }) => (one ? [{ customerId: id, line, ...one }] : [])),
    )
}

async function writeWords(tx: Tx, ws: string, people: (ListedPerson & { id: string })[]): Promise<void> {
  const searchable = people.map(({ id, name, details }) => ({
    id,
    text: [name, ...details.map(({ value }) => value)].join(' '),
    numbers: details.flatMap(({ kind, value }) => (kind === 'phone' || kind === 'landline' ? [value] : [])),
  }))
  await sql`insert into private.customer_words (customer_id, workspace_id, words)
    select p.id, ${ws}, rights.words_in(${ws}, array(select rights.search_words(p.text)
      union select rights.number_words(one) from unnest(p.numbers) one))
    from jsonb_to_recordset(${JSON.stringify(searchable)}::jsonb) as p (id uuid, text text, numbers text[])`.execute(tx)
}
