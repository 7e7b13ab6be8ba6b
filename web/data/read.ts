import { dataTexts } from '#shared/texts/dashboard/data-texts.ts'
import { accessToken, ApiError, signInNeeded, unreachable } from './api.ts'
import { client } from './client.ts'
import { storedLanguage } from './stored-language.ts'
import type { Row, TableName } from './wire-rows.ts'

/**
 * Reads rows of a table under the reader's own rights.
 * @param narrow adds filters, order and limit
 * @param columns the row's columns that are needed; the others are missing from what comes back
 * @throws ApiError
 */
export async function readRows<T extends TableName>(
  table: T,
  narrow: (query: RowsQuery) => PromiseLike<Answered>,
  columns = '*',
): Promise<Row<T>[]> {
  // Asked as nobody, the server would answer with no rows, as if there were none.
  if (!(await accessToken())) throw signInNeeded()
  const { data, error, status } = await narrow(start(table, columns))
  if (!error) return data as Row<T>[]
  if (!status) throw unreachable()
  // What the database says is for developers; people get the code, which stands in the log.
  throw new ApiError(error.code || 'server.unexpected', dataTexts(storedLanguage()).unexpected, status)
}

type Answered = { data: unknown; error: { code: string; message: string } | null; status: number }

function start(table: TableName, columns: string): RowsQuery {
  // The names of columns are checked where they are used; the client's own types would be worked out anew at each of them.
  return (client() as unknown as { from(table: string): UntypedTable }).from(table).select(columns)
}

type UntypedTable = { select(columns: string): RowsQuery }

/** The part of the official client's query that the screens use. */
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
