import { sql } from 'kysely'
import { compiled } from '#platform/sql/compile-statement.ts'
import type { Platform } from '#platform/platform.ts'
import type { Statement } from '#platform/sql/session.ts'
import { catalogueOf, type Table, type Tables } from '../../catalogue.ts'
import { type Answer, answerOf, type Asked, maxRows, readPage, totalOf } from './answer-page.ts'
import type { Ask as AskDatabase } from '../plan/ask-planner.ts'
import { planOnce, shapeOf, withValues } from '../plan/cached-plans.ts'
import { mostAlike } from '../plan/most-alike.ts'
import { maxBodyLength } from '../plan/plan-output.ts'
import { pageStatement, planSelect, withoutLongBody } from '../plan/plan-select.ts'
import type { MediaType } from '../parse/read-media-type.ts'
import type { Preferences } from '../parse/read-preferences.ts'
import { readQuery } from '../parse/read-query.ts'
import { noSuchTable, RestError } from '../rest-error.ts'
import type { Way } from './run-request.ts'

export async function findTable(platform: Platform, name: string): Promise<Table> {
  const catalogue = catalogueOf(platform)
  const table = await catalogue.table(name)
  if (!table) throw noSuchTable(name, mostAlike(name, (await catalogue.tables()).keys()))
  return table
}

type Ask = { table: Table; parameters: URLSearchParams; range: string | undefined }
type ReadRequest = { media: MediaType; preferences: Preferences; bodyWanted: boolean }
type Planned = { statement: Statement; asked: Asked }

/** @throws 54000 for a too long answer, PGRST116 where not exactly the single wanted row, PGRST103 beyond the counted end */
export async function readRows(platform: Platform, way: Way, ask: Ask, wanted: ReadRequest): Promise<Answer> {
  const tables = await catalogueOf(platform).tables()
  // Reloaded since the lookup, perhaps; a plan belongs to the tables it was made for.
  const table = tables.get(ask.table.name) ?? ask.table
  const planned = planFor(tables, way.claims.role, { ...ask, table }, wanted)
  // A lone read takes a single exchange.
  const read: AskDatabase = statement => platform.db.readAsPerson(way.claims, statement, way.settings, way.guard)
  const page = await way.within(() => readPage(read, planned.statement, planned.asked))
  if (wanted.bodyWanted && page.rows > 0 && page.body === '') throw tooLong()
  return answerOf(page, planned.asked.query, wanted.media)
}

function planFor(tables: Tables, role: string, ask: Ask, wanted: ReadRequest): Planned {
  const { count } = wanted.preferences
  const guesses = count === 'planned' || count === 'estimated' // a guess depends on the values
  const shaped = guesses || ask.range !== undefined ? undefined : shapeOf(ask.parameters)
  if (!shaped) return planRows(tables, role, ask, wanted)
  const { format, nullsStripped } = wanted.media
  const name = [ask.table.name, role, format, nullsStripped, wanted.bodyWanted, count, shaped.shape].join('\n')
  const stored = planOnce(tables, name, ask.parameters, marked => {
    return planRows(tables, role, { ...ask, parameters: marked }, wanted)
  })
  return { statement: withValues(stored, shaped.values), asked: stored.plan.asked }
}

function planRows(tables: Tables, role: string, { table, parameters, range }: Ask, wanted: ReadRequest): Planned {
  const { format, nullsStripped } = wanted.media
  const { count } = wanted.preferences
  const query = readQuery(parameters, range)
  const source = sql.id('public', table.name)
  const plan = planSelect({ tables, source, relation: table, query, role, cap: maxRows })
  const shape = { format, nullsStripped, bodyWanted: wanted.bodyWanted, total: totalOf(plan, count) }
  const statement = compiled(withoutLongBody(pageStatement(plan, shape), maxBodyLength))
  return { statement, asked: { all: plan.all, query, count } }
}

function tooLong(): RestError {
  const details = `The rows take more than ${maxBodyLength} bytes.`
  return new RestError(400, '54000', 'the answer is too long', details, 'Ask for fewer rows or columns.')
}
