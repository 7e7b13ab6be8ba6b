import { sql } from 'kysely'
import { compiled } from '#platform/sql/compile-statement.ts'
import type { Statement } from '#platform/sql/session.ts'
import { type Ask, guessRows } from '../plan/ask-planner.ts'
import type { Page, Plan } from '../plan/plan-select.ts'
import type { Query } from './row-query.ts'
import type { MediaType } from '../parse/read-media-type.ts'
import type { Count } from '../parse/read-preferences.ts'
import { notSatisfiable } from '../parse/read-query.ts'
import { notOne } from '../rest-error.ts'
import type { Sql } from './scope.ts'

export type Answer = { status: 200 | 206; body: string; range: string }

export type Asked = { all: Sql; query: Query; count: Count | undefined }

export const maxRows = 1000

export function totalOf(plan: Plan, count: Count | undefined): Sql | undefined {
  if (count === undefined || count === 'planned') return undefined
  const all = count === 'exact' ? plan.all : sql`${plan.all} limit ${sql.lit(maxRows + 1)}`
  return sql`select count(*) from (${all}) counted`
}

/** If counting timed out or was not asked for, the planner's guess, but at least what is known. */
export async function readPage(ask: Ask, statement: Statement, { all, query, count }: Asked): Promise<Page> {
  const [page = { body: '[]', rows: 0, total: null }] = await ask<Page>(statement)
  const { rows, total } = page
  if (count !== 'planned' && !(count === 'estimated' && total !== null && total > maxRows)) return page
  const guess = await guessRows(ask, compiled(all))
  return { ...page, total: Math.max(guess, total ?? 0, rows === 0 ? 0 : query.offset + rows) }
}

/** @throws PGRST116 where a single row is wanted and there is not exactly one, PGRST103 beyond the counted end */
export function answerOf({ body, rows, total }: Page, query: Query, media: Pick<MediaType, 'single'>): Answer {
  if (total !== null && query.offset > total)
    throw notSatisfiable(`An offset of ${query.offset} was requested, but there are only ${total} rows.`)
  if (media.single && rows !== 1) throw notOne(rows)
  const window = rows > 0 && total !== 0 ? `${query.offset}-${query.offset + rows - 1}` : '*'
  return {
    status: total !== null && rows < total ? 206 : 200,
    body: media.single ? body.slice(1, -1).trim() : body,
    range: `${window}/${total ?? '*'}`,
  }
}
