import { CompiledQuery, sql } from 'kysely'
import { compiled } from '#platform/sql/compile-statement.ts'
import { wakeAfter } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Statement } from '#platform/sql/session.ts'
import { catalogueOf } from '../../catalogue.ts'
import { type Routine, routines } from '../../routines.ts'
import { type Answer, answerOf, maxRows, readPage, totalOf } from './answer-page.ts'
import { tooManyAffected } from './change-errors.ts'
import { type Matched, matchRoutine } from '../plan/match-routine.ts'
import { planCall, relationOf, rowsOfCall, valueColumn } from '../plan/plan-call.ts'
import { type Page, pageStatement, type Plan, planSelect, type Shape } from '../plan/plan-select.ts'
import type { Query } from './row-query.ts'
import type { Given } from '../parse/read-arguments.ts'
import type { MediaType } from '../parse/read-media-type.ts'
import type { Preferences } from '../parse/read-preferences.ts'
import { RestError } from '../rest-error.ts'
import { runRequest, type Way } from './run-request.ts'
import type { Sql } from './scope.ts'

export type CallRequest = { query: Query; media: MediaType; preferences: Preferences; bodyWanted: boolean }

/** @throws PGRST202 when no function fits, PGRST203 when several do */
export async function findRoutine(platform: Platform, name: string, given: Given, role: string): Promise<Matched> {
  await routines.find(platform, name) // reloads for an unknown name
  return matchRoutine(await routines.all(platform), name, given, role)
}

/** @throws PGRST116, PGRST124, PGRST128, or what the function raises; read-only unless it is volatile */
export async function callRoutine(
  platform: Platform,
  way: Way,
  matched: Matched,
  given: Given,
  wanted: CallRequest,
): Promise<Answer | undefined> {
  const { routine } = matched
  const { query, media, preferences } = wanted
  const limited = preferences.maxAffected
  if (limited !== undefined && !routine.isSet) throw notLimitable()
  const { before, call } = planCall(matched, given)
  const asCalled = { ...way, readOnly: way.readOnly || !routine.isVolatile }
  if (routine.kind === 'void') {
    const opening = before.length === 0 ? sql`` : sql`with ${sql.join(before)} `
    await runRequest(platform, asCalled, async tx => {
      if (!asCalled.readOnly) wakeAfter(tx, 'changes')
      await sql`${opening}select ${call}`.execute(tx)
    })
    return undefined
  }
  const table = routine.table === null ? undefined : await catalogueOf(platform).table(routine.table)
  const plan = planSelect({
    tables: await catalogueOf(platform).tables(),
    source: sql`called`,
    relation: relationOf(routine, table, way.claims.role),
    query,
    role: way.claims.role,
    cap: maxRows,
  })
  const total = totalOf(plan, preferences.count)
  const shape = { format: media.format, nullsStripped: media.nullsStripped, bodyWanted: wanted.bodyWanted, total }
  const queries = [...before, sql`called as (${rowsOfCall(routine, call)})`]
  const statement = compiled(statementOf(routine, plan, shape, queries))
  const all = sql`with ${sql.join(queries)} ${plan.all}`
  const page = await runRequest(platform, asCalled, async tx => {
    if (!asCalled.readOnly) wakeAfter(tx, 'changes')
    const ask = async <Row>({ text, parameters }: Statement) =>
      (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows
    const found = await readPage(ask, statement, { all, query, count: preferences.count })
    if (limited !== undefined && found.rows > limited) throw tooManyAffected(found.rows)
    return found
  })
  return answerOf(page, query, {
    single: media.single || (!routine.isSet && media.format === 'json' && wanted.bodyWanted),
  })
}

function statementOf({ kind }: Routine, plan: Plan, shape: Shape, before: Sql[]) {
  const [only, another] = plan.columns
  const isBare = kind === 'scalar' && only?.name === valueColumn && !another && shape.format === 'json'
  if (!isBare || !shape.bodyWanted) return pageStatement(plan, shape, before)
  const queries = sql.join([...before, sql`page as (${plan.rows})`])
  const total = shape.total ? sql`(${shape.total})` : sql`null::bigint`
  return sql<Page>`with ${queries} select coalesce(json_agg(${sql.id('page', valueColumn)}), '[]')::text as body, count(*)::int as rows, ${total} as total from page`
}

function notLimitable(): RestError {
  return new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
}
