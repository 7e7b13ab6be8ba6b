import { sql } from 'kysely'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { queryRows } from '#platform/sql/compile-statement.ts'
import { migrate } from '#platform/sql/migrations.ts'
import { wordsIn } from '#tests/runner/statements/check-words.ts'

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bytea: 'Uint8Array',
  int8: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  timestamptz: 'Date',
  date: 'string',
  jsonb: 'Json',
  bool: 'boolean',
  xid8: 'string',
  _uuid: 'string[]',
  _text: 'string[]',
}
type Column = {
  schema: string
  table: string
  name: string
  type: string
  nullable: boolean
  given: boolean
  checks: string | null
  isPlan: boolean
  /** By members. */
  isRead: boolean
}

export type Generated = { rows: string; productRows: string }

/** Tables and views after all migrations, read from an empty embedded database: types of rows, and what members may read of them. */
export async function generateRows(): Promise<Generated> {
  const columns = await readColumns()
  return { rows: writeTypes(columns), productRows: writeReadable(columns) }
}

/** The text of shared/rows.ts. */
function writeTypes(all: Column[]): string {
  const lines = [
    '// Generated from database/migrations by `npm run rows`. Never edited.',
    "import type { Generated } from 'kysely'",
    "import type { PlanCode } from './words.ts'",
    '',
    'export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }',
    '',
    'export interface Rows {',
  ]
  const tables = Map.groupBy(all, row => (row.schema === 'public' ? row.table : `'${row.schema}.${row.table}'`))
  for (const [table, columns] of tables) {
    lines.push(`  ${table}: {`)
    for (const column of columns) {
      const words = wordsIn(column.checks, column.name)?.map(word => `'${word}'`)
      const name = column.isPlan ? 'PlanCode' : (words?.join(' | ') ?? types[column.type] ?? 'unknown')
      const type = name + (column.nullable ? ' | null' : '')
      lines.push(`    ${column.name}: ${column.given ? `Generated<${type}>` : type}`)
    }
    lines.push('  }')
  }
  return `${[...lines, '}'].join('\n')}\n`
}

const shapes: Record<string, string> = {
  uuid: 'uuid',
  text: 'text',
  int8: 'integer',
  int4: 'integer',
  float4: 'number',
  float8: 'number',
  timestamptz: 'instant',
  date: 'date',
  jsonb: 'json',
  bool: 'boolean',
  _uuid: 'uuid[]',
  _text: 'text[]',
}

/** The text of server/supabase/rest/product-rows.ts. */
function writeReadable(all: Column[]): string {
  const readable = all.filter(({ schema, isRead }) => schema === 'public' && isRead)
  const lines = [
    '// Generated from database/migrations by `npm run rows`. Never edited.',
    "import type { RowShape } from './row-shape.ts'",
    '',
    '/** What members may read: table → column → how it comes in JSON; a list: its words. */',
    'export const productRows: Record<string, RowShape> = {',
  ]
  for (const [table, columns] of Map.groupBy(readable, row => row.table)) {
    lines.push(`  ${table}: {`)
    for (const column of columns) {
      const words = wordsIn(column.checks, column.name)?.map(word => `'${word}'`)
      const shape = shapes[column.type] ?? 'json'
      const text = words ? [...words, ...(column.nullable ? ['null'] : [])].join(', ') : ''
      lines.push(`    ${column.name}: ${words ? `[${text}]` : `'${shape}${column.nullable ? '?' : ''}'`},`)
    }
    lines.push('  },')
  }
  return `${[...lines, '}'].join('\n')}\n`
}

async function readColumns(): Promise<Column[]> {
  const engine = await openEmbedded(undefined)
  await migrate(engine)
  const session = await engine.acquire()
  const rows = await queryRows(
    session,
    sql<Column>`select c.table_schema as schema, c.table_name as table, c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as nullable,
       (c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS') as given,
       (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
         where k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and k.contype = 'c' and k.conkey = array[c.ordinal_position::int2]) as checks,
       (c.table_name = 'plans' and c.column_name = 'code') or exists (select from pg_constraint k
         where k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and k.confrelid = 'public.plans'::regclass
           and k.conkey = array[c.ordinal_position::int2]) as "isPlan",
       has_column_privilege('authenticated', format('%I.%I', c.table_schema, c.table_name)::regclass, c.ordinal_position::int2, 'select') as "isRead"
     from information_schema.columns c
     where c.table_schema in ('public', 'auth', 'realtime', 'storage', 'private') order by 1, 2, c.ordinal_position`,
  )
  engine.release(session, false)
  await engine.close()
  return rows
}
