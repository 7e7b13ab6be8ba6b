import { sql } from 'kysely'
import type { Sql } from './scope.ts'

/** RFC 4180 with \n; null is empty. Text that a spreadsheet would take for a formula gets an apostrophe. */
export function csvOf(columns: { name: string; isText: boolean }[]): Sql {
  const head = columns.map(({ name }) => quoted(name)).join(',')
  if (columns.length === 0) return sql`''`
  const fields = columns.map(({ name, isText }) => {
    const text = sql`${sql.id('page', name)}::text`
    return isText ? sql`regexp_replace(${text}, ${sql.lit('^([=+@\t\r-])')}, ${sql.lit("'\\1")})` : text
  })
  const values = fields.map(
    field =>
      sql`case when ${field} ~ ${sql.lit('[",\r\n]|^$')} then '"' || replace(${field}, '"', '""') || '"' else coalesce(${field}, '') end`,
  )
  return sql`${head}::text || coalesce(${sql.lit('\n')} || string_agg(concat_ws(',', ${sql.join(values)}), ${sql.lit('\n')}), '')`
}

function quoted(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
