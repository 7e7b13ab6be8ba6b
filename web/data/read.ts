import { dataTexts } from '#shared/texts/dashboard/data-texts.ts'
import { accessToken, ApiError, signInNeeded, unreachable } from './api.ts'
import { client } from './client.ts'
import { storedLanguage } from './stored-language.ts'
import type { Row, TableName } from './wire-rows.ts'

/**
 * Row-level security applies.
 * @param columns as `id,name`; last, a row that is referred to, as `contact:contacts(name)`
 * @throws ApiError
 */
export async function readRows<T extends TableName, const C extends string = '*'>(
  table: T,
  narrow: (query: RowsQuery) => PromiseLike<Answered>,
  columns?: C,
): Promise<Asked<T, C>[]> {
  // Anonymously, the server would return no rows, as if none existed.
  if (!(await accessToken())) throw signInNeeded()
  const { data, error, status } = await narrow(start(table, columns ?? '*'))
  if (!error) return data as Asked<T, C>[]
  if (!status) throw unreachable()
  // The database's message is for developers; people get the code, which is in the log.
  throw new ApiError(error.code || 'server.unexpected', dataTexts(storedLanguage()).unexpected, status)
}

type Asked<T extends TableName, C extends string> = C extends '*'
  ? Row<T>
  : C extends `${infer Own}:${infer Parent extends TableName}(${infer Of})`
    ? Columns<T, Own> & { [name in Last<Own>]: Columns<Parent, Of> | null }
    : Columns<T, C>
type Columns<T extends TableName, C extends string> = Pick<Row<T>, Extract<Named<C>, keyof Row<T>>>
type Last<C extends string> = C extends `${string},${infer Rest}` ? Last<Rest> : C
type Named<C extends string> = C extends `${infer First},${infer Rest}` ? First | Named<Rest> : C

type Answered = { data: unknown; error: { code: string; message: string } | null; status: number }

function start(table: TableName, columns: string): RowsQuery {
  // Column names are checked by the callers; the client's own types would be recomputed at each of them.
  return (client() as unknown as { from(table: string): UntypedTable }).from(table).select(columns)
}

type UntypedTable = { select(columns: string): RowsQuery }

export type RowsQuery = PromiseLike<Answered> & {
  eq(column: string, value: string | number | boolean): RowsQuery
  neq(column: string, value: string | number | boolean): RowsQuery
  lt(column: string, value: string | number): RowsQuery
  gt(column: string, value: string | number): RowsQuery
  in(column: string, values: readonly (string | number)[]): RowsQuery
  is(column: string, value: null | boolean): RowsQuery
  not(column: string, operator: string, value: unknown): RowsQuery
  or(filters: string): RowsQuery
  order(column: string, options?: { ascending?: boolean; nullsFirst?: boolean }): RowsQuery
  limit(count: number): RowsQuery
}
