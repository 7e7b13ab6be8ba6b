import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type LineProblem, lineProblems } from '#shared/contracts/customers/imports.contract.ts'
import type { FieldRow } from '../fields/customer-fields.ts'
import { markKey, markOf } from '../rights/forgotten-marks.ts'
import { fieldIds, type ImportRow } from './import-row.ts'
import { type ListedPerson, readLine } from './read-line.ts'
import type { ListRow } from './read-list.ts'

export type FilteredLine = { line: number; person?: ListedPerson; problems: LineProblem[] }

const keysOf = ({ details }: ListedPerson): string[] =>
  details.flatMap(({ kind, value }) => (kind === 'address' ? [] : [value]))

/** Duplicates come in once, known customers stay as they are, erased ones stay erased. `seen` grows with each call. */
export async function filterLines(
  platform: Platform,
  tx: Tx,
  list: ImportRow,
  rows: ListRow[],
  seen: Set<string>,
): Promise<FilteredLine[]> {
  const now = platform.clock.now()
  const fields = await fieldsOf(tx, list)
  const lines = rows.map(({ line, cells }): FilteredLine => {
    const read = readLine(cells, { map: list.map, consent: list.consent, fields }, now)
    if ('problem' in read) return { line, problems: [read.problem] }
    const keys = keysOf(read.person)
    const isTwice = keys.some(key => seen.has(key))
    for (const key of keys) seen.add(key)
    return { line, person: read.person, problems: isTwice ? ['twice'] : read.problems }
  })
  const values = [...new Set(lines.flatMap(({ person }) => (person ? keysOf(person) : [])))]
  if (values.length === 0) return lines
  const known = await knownValues(tx, list.workspace_id, values)
  const forgotten = await forgottenValues(platform, tx, list.workspace_id, values)
  for (const one of lines) {
    if (!one.person || one.problems.includes('twice')) continue
    const keys = keysOf(one.person)
    if (keys.some(key => forgotten.has(key))) one.problems = ['forgotten']
    else if (keys.some(key => known.has(key))) one.problems = ['known']
  }
  return lines
}

async function fieldsOf(tx: Tx, list: ImportRow): Promise<FieldRow[]> {
  const ids = fieldIds(list.map)
  if (ids.length === 0) return []
  const { rows } = await sql<FieldRow>`select id, name, kind, choices from customer_fields
    where workspace_id = ${list.workspace_id} and id = any (${ids}::uuid[]) order by created_at, id for key share`.execute(
    tx,
  )
  return rows
}

export function comesIn({ person, problems }: FilteredLine): boolean {
  return person !== undefined && problems.every(problem => lineProblems[problem] === 'noted')
}

async function knownValues(tx: Tx, workspaceId: string, values: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`select distinct value from contact_details
    where workspace_id = ${workspaceId} and value = any (${values}::text[]) and kind in ('phone', 'landline', 'email')`.execute(
    tx,
  )
  return new Set(rows.map(({ value }) => value))
}

async function forgottenValues(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  values: string[],
): Promise<Set<string>> {
  const { rows: any } =
    await sql`select 1 from private.forgotten_marks where workspace_id = ${workspaceId} limit 1`.execute(tx)
  if (any.length === 0) return new Set()
  const key = await markKey(platform, tx, workspaceId)
  const byMark = new Map(
    values.map(value => [markOf(key, workspaceId, { is: value.includes('@') ? 'email' : 'phone', value }), value]),
  )
  const { rows } = await sql<{ mark: string }>`select mark from private.forgotten_marks
    where workspace_id = ${workspaceId} and mark = any (${[...byMark.keys()]}::text[])`.execute(tx)
  return new Set(rows.map(({ mark }) => byMark.get(mark) ?? ''))
}
