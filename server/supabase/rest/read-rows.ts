import { type RawBuilder, sql } from 'kysely'
import type { Claims, Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import { catalogueOf, type Table } from '../catalogue.ts'
import { buildSelect } from './build-select.ts'
import type { MediaType } from './read-media-type.ts'
import type { Preferences } from './read-preferences.ts'
import { notSatisfiable, type Query } from './read-query.ts'
import { noSuchTable, RestError } from './rest-error.ts'

export type Answer = { status: 200 | 206; body: string; range: string }

/** No answer holds more rows; further ones are a page away. */
const mostRows = 1000

export async function findTable(platform: Platform, name: string): Promise<Table> {
  const table = await catalogueOf(platform).table(name)
  if (!table) throw noSuchTable(name)
  return table
}

/**
 * Rows of a table or view as the bearer may see them.
 * @throws PGRST116 when one row is wanted and there is another number of them, PGRST103 beyond the counted end
 */
export async function readRows(
  platform: Platform,
  claims: Claims,
  table: Table,
  query: Query,
  wish: { media: MediaType; preferences: Preferences; bodyWanted: boolean },
): Promise<Answer> {
  const { media, preferences, bodyWanted } = wish
  const counted = preferences.count !== undefined
  const statement = buildSelect(table, query, claims.role, mostRows, {
    nullsStripped: media.nullsStripped,
    counted,
    bodyWanted,
  })
  const page = await platform.db.asPerson(claims, async tx => {
    if (platform.db.engine.kind === 'embedded') await refuseEndless(tx, statement)
    return (await statement.execute(tx)).rows[0]
  })
  const { body, rows, total } = page ?? { body: '[]', rows: 0, total: null }
  if (total !== null && query.offset > total)
    throw notSatisfiable(`An offset of ${query.offset} was requested, but there are only ${total} rows.`)
  if (media.single && rows !== 1)
    throw new RestError(
      406,
      'PGRST116',
      'Cannot coerce the result to a single JSON object',
      `The result contains ${rows} rows`,
    )
  const window = rows > 0 && total !== 0 ? `${query.offset}-${query.offset + rows - 1}` : '*'
  return {
    status: total !== null && rows < total ? 206 : 200,
    body: media.single ? body.slice(1, -1).trim() : body,
    range: `${window}/${total ?? '*'}`,
  }
}

/** By the planner's measure: about ten seconds of the embedded database, where patterns are tried on every row. */
const highestCost = 100_000

/** A server ends a statement that takes too long. The embedded database cannot, and would halt everybody: it asks before. */
async function refuseEndless(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Total Cost': number } }]
  }>`explain (format json) ${statement}`.execute(tx)
  const cost = rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0
  if (cost > highestCost) throw new RestError(500, '57014', 'canceling statement: it would take too long')
}
