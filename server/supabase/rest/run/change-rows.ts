import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { catalogueOf, type Table } from '../../catalogue.ts'
import { changeables } from '../../changeable.ts'
import { notAllowed, tooManyAffected } from './change-errors.ts'
import { mergedRows, planDelete, planInsert, planUpdate, type Target } from '../plan/plan-change.ts'
import { type Page, pageStatement, planSelect } from '../plan/plan-select.ts'
import type { Query } from './row-query.ts'
import { type Body, readRowsBody } from '../parse/read-body.ts'
import type { MediaType } from '../parse/read-media-type.ts'
import type { Preferences } from '../parse/read-preferences.ts'
import { readColumns } from '../parse/read-columns.ts'
import { readQuery } from '../parse/read-query.ts'
import { notOne } from '../rest-error.ts'
import { runRequest, type Way } from './run-request.ts'
import type { Sql } from './scope.ts'

export type Change = {
  act: 'INSERT' | 'UPDATE' | 'DELETE'
  table: Table
  parameters: URLSearchParams
  body: Body
  media: MediaType
  preferences: Preferences
}

/** body: undefined if not asked for. location: only for a single new row. */
export type Changed = {
  status: 200 | 201 | 204
  body: string | undefined
  range: string
  location: string | undefined
  applied: string[]
}

const nothing: Page = { body: '[]', rows: 0, total: 0 }

type Planned = { statement: Sql; conflict: boolean }

/** @throws 42501 for any product table; PGRST102, PGRST116, PGRST124, PGRST204, 21000 */
export async function changeRows(platform: Platform, way: Way, change: Change): Promise<Changed> {
  const { act, table, parameters, media, preferences } = change
  const { role } = way.claims
  const changeable = await changeables.find(platform, table.name)
  if (!changeable || changeable.isProduct || !table.writers[role]?.includes(act))
    throw notAllowed(way.claims, table.name)
  const query = readQuery(parameters, undefined)
  const target = { table, changeable, returned: returnedBy(change, query, role) }
  const planned = plan(change, target, query, role)
  const shown = planned && (await showing(platform, planned.statement, change, query, role))
  const done = await runRequest(platform, way, async tx => {
    const page = (await shown?.execute(tx))?.rows[0] ?? nothing
    if (media.single && page.rows !== 1) throw notOne(page.rows)
    const maxAffected = act === 'INSERT' ? undefined : preferences.maxAffected
    if (maxAffected !== undefined && Number(page.total) > maxAffected) throw tooManyAffected(Number(page.total))
    return { page, merged: planned?.conflict ? await countMerged(tx) : 0 }
  })
  return answer(change, done.page, done.merged, appliedTo(change, planned?.conflict === true, way))
}

/** @returns undefined for an update without columns */
function plan(change: Change, target: Target, query: Query, role: string): Planned | undefined {
  const { act, table, parameters, preferences } = change
  if (act === 'DELETE') return { statement: planDelete(target, role, query.filters), conflict: false }
  const body = readRowsBody(change.body)
  const columns = readColumns(parameters.get('columns'))
  if (act === 'UPDATE') {
    const named = columns ?? Object.keys(body.rows[0] ?? {})
    if (named.length === 0) return undefined
    return { statement: planUpdate(target, role, body, named, query.filters), conflict: false }
  }
  const { resolution, missingIsDefault } = preferences
  const key = readColumns(parameters.get('on_conflict')) ?? table.key
  const conflict = resolution && key.length > 0 ? { columns: key, merge: resolution === 'merge-duplicates' } : undefined
  const statement = planInsert(target, { body, columns, missingIsDefault, conflict })
  return { statement, conflict: conflict?.merge === true }
}

/** Only returned columns must be readable: a role may be write-only. */
function returnedBy({ act, table, preferences }: Change, query: Query, role: string): string[] {
  if (preferences.returned === 'headers-only' && act === 'INSERT') return table.key
  if (preferences.returned !== 'representation') return []
  const all = [...table.columns.values()]
  const readable = all.filter(column => column.readers.includes(role))
  const named = query.select.flatMap(item => (item.kind === 'column' && item.path ? [item.path.column] : []))
  const wanted = all.filter(column => readable.includes(column) || named.includes(column.name))
  return (readable.length > 0 ? wanted : all).map(column => column.name)
}

async function showing(platform: Platform, statement: Sql, change: Change, query: Query, role: string) {
  const changed = sql`changed as (${statement})`
  const total = sql`select count(*) from changed`
  const { format, nullsStripped } = change.media
  if (change.preferences.returned === 'representation') {
    const tables = await catalogueOf(platform).tables()
    const shown = { ...query, filters: [] }
    const relation = change.table
    const page = planSelect({ tables, source: sql`changed`, relation, query: shown, role, cap: undefined })
    return pageStatement(page, { format, nullsStripped, bodyWanted: true, total }, [changed])
  }
  const first = change.preferences.returned === 'headers-only' ? sql`(json_agg(changed) -> 0)::text` : sql`''`
  return sql<Page>`with ${changed} select coalesce(${first}, '') as body, count(*)::int as rows, count(*) as total from changed`
}

async function countMerged(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: string | null }>`select current_setting(${mergedRows}, true) as count`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

function answer({ act, table, media, preferences }: Change, page: Page, merged: number, applied: string[]): Changed {
  const affected = Number(page.total)
  const window = act === 'UPDATE' && affected > 0 ? `0-${affected - 1}` : '*'
  const range = `${window}/${preferences.count === undefined ? '*' : affected}`
  const isShown = preferences.returned === 'representation'
  const onlyOld = merged > 0 && merged === affected
  const isOne = act === 'INSERT' && preferences.returned === 'headers-only' && affected === 1
  return {
    status: act === 'INSERT' ? (onlyOld ? 200 : 201) : isShown ? 200 : 204,
    body: isShown ? (media.single ? page.body.slice(1, -1).trim() : page.body) : undefined,
    range,
    location: isOne && table.key.length > 0 ? locationOf(table, page.body) : undefined,
    applied,
  }
}

function locationOf(table: Table, row: string): string {
  const values = JSON.parse(row) as Record<string, unknown>
  const key = table.key.map(name => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(values[name]))}`)
  return `/${encodeURIComponent(table.name)}?${key.join('&')}`
}

function appliedTo({ act, preferences }: Change, resolved: boolean, way: Way): string[] {
  return preferences.appliedOf([
    ...(act === 'INSERT' ? (['missing'] as const) : (['max-affected'] as const)),
    ...(resolved || preferences.resolution === 'ignore-duplicates' ? (['resolution'] as const) : []),
    ...(way.rollback ? (['tx'] as const) : []),
    'return',
    'count',
    'handling',
  ])
}
