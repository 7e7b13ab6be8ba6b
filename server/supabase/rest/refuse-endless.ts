import { CompiledQuery } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Statement } from '#platform/session.ts'
import type { Table } from '../catalogue.ts'
import type { Query } from './row-query.ts'
import { RestError } from './rest-error.ts'

/** By the planner's measure: about ten seconds of the embedded database, where patterns are tried on every row. */
const highestCost = 100_000
const rememberedForMs = 60_000
const mostRemembered = 1000
const longestRemembered = 2000

/** Platform → what was found cheap, down to its values → until when that counts. */
const remembered = new WeakMap<Platform, Map<string, number>>()

/**
 * A server ends a statement that takes too long. The embedded database cannot, and would halt everybody: it asks before.
 * What it has just found cheap is not asked about again: asking takes as long as a short statement does.
 * @throws 57014
 */
export async function refuseEndless(platform: Platform, tx: Tx, statement: Statement): Promise<void> {
  if (platform.db.engine.kind !== 'embedded') return
  const cheap = remembered.get(platform) ?? new Map<string, number>()
  remembered.set(platform, cheap)
  const name = JSON.stringify([statement.text, statement.parameters])
  const now = performance.now()
  if ((cheap.get(name) ?? 0) > now) return
  const { 'Total Cost': cost } = await explain(tx, statement)
  if (cost > highestCost) throw new RestError(500, '57014', 'canceling statement: it would take too long')
  if (name.length > longestRemembered) return
  cheap.delete(name) // the newest stands last
  cheap.set(name, now + rememberedForMs)
  const [oldest] = cheap.keys()
  if (cheap.size > mostRemembered && oldest !== undefined) cheap.delete(oldest)
}

/** One row at most, found by its key, and nothing beside it: never endless. */
export function isByKey(table: Table, { filters, select }: Query): boolean {
  const given = new Set(
    filters.flatMap(filter => {
      const isEqual = filter.kind === 'compare' && filter.operator === 'eq' && !filter.not && !filter.quantifier
      return isEqual && filter.path.steps.length === 0 ? [filter.path.column] : []
    }),
  )
  const alone = select.every(item => item.kind !== 'relation')
  return alone && table.key.length > 0 && table.key.every(column => given.has(column))
}

type Explained = { 'Total Cost': number; 'Plan Rows': number }

/** What the planner expects of a statement. */
export async function explain(tx: Tx, { text, parameters }: Statement): Promise<Explained> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]))
  const [row] = rows as { 'QUERY PLAN': [{ Plan: Explained }] }[]
  return row?.['QUERY PLAN'][0].Plan ?? { 'Total Cost': 0, 'Plan Rows': 0 }
}
