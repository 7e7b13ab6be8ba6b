import { sql } from 'kysely'
import { z } from 'zod'
import type { StartError } from '#platform/errors.ts'
import { queryParsed, queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'
import { shopImportEn } from '#shared/texts/operator/shop-import.en.ts'
import { shopImportVi } from '#shared/texts/operator/shop-import.vi.ts'
import { refuseInBoth } from '../refuse-in-both.ts'

export type ImportFault = keyof typeof shopImportVi

export function refuseImport(fault: ImportFault, values: Record<string, string | number> = {}): StartError {
  return refuseInBoth(`import.${fault}`, [shopImportEn[fault], shopImportVi[fault]], values)
}

const uniqueViolation = '23505'
/** Invalid values, and rows that break another rule of their table. */
const invalid = /^2[23]/

/** Row-level security hides which values the database refused, so we search for them. */
export async function faultOf(
  session: Session,
  error: unknown,
  { name, arrived }: { name: string; arrived: string },
): Promise<unknown> {
  const { code = '', constraint, message } = error as { code?: string; constraint?: string; message?: string }
  if (!invalid.test(code)) return error
  if (code !== uniqueViolation) return refuseImport('unfit', { what: `${name}, ${message}` })
  const [index] = await queryRows(
    session,
    sql<{
      columns: string | null
      condition: string
    }>`select (select string_agg(format('%I', a.attname), ', ') from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any (i.indkey)) as columns,
      coalesce(pg_get_expr(i.indpred, i.indrelid), 'true') as condition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${constraint} and i.indrelid = ${name}::text::regclass`,
  )
  if (!index?.columns) return refuseImport('taken', { what: `${name}, ${constraint}` })
  const { columns, condition } = index
  const rows = await queryParsed(
    session,
    z.object({ values: z.string() }),
    `select to_json(r)::text as values from (select ${columns} from ${arrived} a where ${condition}) r
    join (select ${columns} from ${name} where ${condition}) t using (${columns}) limit 3`,
  )
  const values = rows.map(row => row.values).join(', ')
  return refuseImport('taken', { what: `${name} ${values}` })
}
