import { z } from 'zod'
import { queryParsed } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'
import { rowsOf, type Table } from './tables.ts'

const rowsAtOnce = 200
const textRow = z.object({ row: z.string() })

/** JSON of some rows at a time, so that no table has to fit in memory. */
export async function* readRows(
  session: Session,
  table: Table & { where?: string; order?: string },
): AsyncGenerator<string[]> {
  await session.query(`declare all_rows no scroll cursor for ${rowsOf(table)}`, [])
  for (;;) {
    const rows = await queryParsed(session, textRow, `fetch ${rowsAtOnce} from all_rows`)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsAtOnce) break
  }
  await session.query('close all_rows', [])
}
