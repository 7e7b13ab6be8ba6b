import { z } from 'zod'
import type { Claims } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { mayListenToTable } from '../topics/anonymous-listeners.ts'
import { tryConditions } from './judge-records.ts'
import { readableColumns, readListenedTable } from './listened-table.ts'
import { type Condition, parseRowFilter } from './row-filter.ts'

const text = z.string().max(2000).nullish()
export const rowBindingRequest = z.object({
  event: z.string().max(20),
  schema: text,
  table: text,
  filter: text,
  select: z.array(z.string().max(63)).max(200).nullish(),
})
export type RowBindingRequest = z.output<typeof rowBindingRequest>

export type RowBinding = {
  /** The client's number for it. */
  id: number
  event: string
  /** undefined: every readable table */
  table: string | undefined
  conditions: Condition[]
  /** undefined: every readable column */
  columns: string[] | undefined
}

const events = ['*', 'INSERT', 'UPDATE', 'DELETE']

/** @returns an error text for the client: then nothing is subscribed */
export async function readRowBindings(
  platform: Platform,
  claims: Claims,
  requests: RowBindingRequest[],
): Promise<RowBinding[] | string> {
  const bindings: RowBinding[] = []
  for (const [index, request] of requests.entries()) {
    const conditions = parseRowFilter(request.filter ?? '')
    if (typeof conditions === 'string') return conditions
    const table = request.table && request.table !== '*' ? request.table : undefined
    const event = request.event.toUpperCase()
    const columns = request.select?.length ? request.select : undefined
    const isKnown = events.includes(event) && ['public', '*'].includes(request.schema || 'public')
    const isOpen = claims.role !== 'anon' || mayListenToTable(platform.config, table)
    const trouble =
      !isKnown || !isOpen
        ? unable(request)
        : table === undefined
          ? (conditions.length > 0 || columns) && 'Filters and chosen columns need a table'
          : await tryOut(platform, claims, request, table, [...conditions], columns)
    if (trouble) return trouble
    bindings.push({ id: index + 1, event, table, conditions, columns })
  }
  return bindings
}

async function tryOut(
  platform: Platform,
  claims: Claims,
  request: RowBindingRequest,
  name: string,
  conditions: Condition[],
  columns: string[] | undefined,
): Promise<string | undefined> {
  // PostgreSQL takes no text with a NUL.
  const table = name.includes('\0') ? undefined : await platform.db.asService(null, tx => readListenedTable(tx, name))
  const readable = table ? readableColumns(table, claims.role).map(column => column.name) : []
  // An unreadable table answers like a missing one.
  if (!table || readable.length === 0) return unable(request)
  const unknown = [...conditions.map(({ column }) => column), ...(columns ?? [])].find(
    name_ => !readable.includes(name_),
  )
  if (unknown !== undefined) return `There is no column ${JSON.stringify(unknown)} in ${name}`
  if (conditions.length === 0) return undefined
  try {
    await platform.db.asPerson({ role: claims.role }, tx => tryConditions(tx, table, conditions))
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string }
    // Classes 22 (value) and 42 (comparison) are the client's mistake.
    if (typeof code === 'string' && /^(22|42)/.test(code)) return `Error parsing filter: ${message}`
    throw error
  }
}

function unable({ event, schema, table, filter }: RowBindingRequest): string {
  const asked = `event: ${event}, schema: ${schema ?? 'public'}, table: ${table ?? '*'}, filter: ${filter ?? ''}`
  return `Unable to subscribe to changes with given parameters. Please check that they exist: [${asked}]`
}
