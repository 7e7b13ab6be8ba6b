import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { catalogueOf, type Table } from '../catalogue.ts'
import { type Answer, answerOf, type Asked, mostRows, readPage, totalOf } from './answer-page.ts'
import { mostAlike } from './most-alike.ts'
import { type Page, pageStatement, planSelect, withoutLongBody } from './plan-select.ts'
import type { Query } from './row-query.ts'
import type { MediaType } from './read-media-type.ts'
import type { Preferences } from './read-preferences.ts'
import { isByKey } from './refuse-endless.ts'
import { noSuchTable, RestError } from './rest-error.ts'
import { runRequest, type Way } from './run-request.ts'

/** Lists within lists grow fast. Bytes. */
const longestBody = 33_554_432

export async function findTable(platform: Platform, name: string): Promise<Table> {
  const catalogue = catalogueOf(platform)
  const table = await catalogue.table(name)
  if (!table) throw noSuchTable(name, mostAlike(name, (await catalogue.tables()).keys()))
  return table
}

/**
 * Rows of a table or view as the bearer may see them.
 * @throws 54000 for an answer that is too long, PGRST116 when one row is wanted and there is another number of them, PGRST103 beyond the counted end
 */
export async function readRows(
  platform: Platform,
  way: Way,
  table: Table,
  query: Query,
  wish: { media: MediaType; preferences: Preferences; bodyWanted: boolean },
): Promise<Answer> {
  const { media, preferences, bodyWanted } = wish
  const plan = planSelect({
    tables: await catalogueOf(platform).tables(),
    source: sql.id('public', table.name),
    relation: table,
    query,
    role: way.claims.role,
    cap: mostRows,
  })
  const { count } = preferences
  const { format, nullsStripped } = media
  const whole = pageStatement(plan, { format, nullsStripped, bodyWanted, total: totalOf(plan, count) })
  const statement = withoutLongBody(whole, longestBody)
  const page = await readWhole(platform, way, statement, {
    all: plan.all,
    query,
    count,
    isCheap: isByKey(table, query),
  })
  if (bodyWanted && page.rows > 0 && page.body === '') throw tooLong()
  return answerOf(page, query, media)
}

/** In one exchange with the database, where nothing has to be asked before or after. */
async function readWhole(platform: Platform, way: Way, statement: RawBuilder<Page>, asked: Asked): Promise<Page> {
  const isAlone = asked.isCheap || platform.db.engine.kind === 'postgresql'
  if (!isAlone || asked.count === 'planned' || asked.count === 'estimated')
    return runRequest(platform, way, tx => readPage(platform, tx, statement, asked))
  const [page] = await platform.db.readAsPerson(way.claims, statement, way.settings, way.guard)
  return page ?? { body: '[]', rows: 0, total: null }
}

function tooLong(): RestError {
  const details = `The rows take more than ${longestBody} bytes.`
  return new RestError(400, '54000', 'the answer is too long', details, 'Ask for fewer rows or columns.')
}
