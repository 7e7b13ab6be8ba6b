import { PGlite, protocol } from '@electric-sql/pglite'
import { readDump } from '#server/test-databases.ts'
import { wordsIn } from './check-words.ts'
import type { Nullness } from './nulls/nullness.ts'
import type { Catalog, Columns } from './nulls/scope.ts'

export type DatabaseType = { oid: number; name: string; element: DatabaseType | undefined }
export type TableColumn = {
  schema: string
  table: string
  name: string
  notNull: boolean
  /** of a table; a view's columns may always be null */
  isTables: boolean
  words: string[] | undefined
}
export type Column = { name: string; type: DatabaseType; of: TableColumn | undefined }
export type Described =
  | { problem: string; position: number }
  | { problem?: never; parameters: DatabaseType[]; columns: Column[] }

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number }
type Message =
  | { name: 'parameterDescription'; dataTypeIDs: number[] }
  | { name: 'rowDescription'; fields: Field[] }
  | { name: 'error'; message: string; position?: string }
  | { name: 'readyForQuery' }

const atOnce = 200

export async function openDescriber() {
  const lite = await PGlite.create({ loadDataDir: await readDump() })
  const [types, columns, functions] = [await readTypes(lite), await readColumns(lite), await readFunctions(lite)]
  const typeOf = (oid: number) => types.get(oid) ?? { oid, name: `type ${oid}`, element: undefined }

  async function describeSome(texts: string[]): Promise<Described[]> {
    const { serialize } = protocol
    const asked = texts.flatMap(text => [
      serialize.parse({ text }),
      serialize.describe({ type: 'S' }),
      serialize.sync(),
    ])
    const answer = await lite.execProtocolRaw(Buffer.concat(asked), { syncToFs: false })
    const all: Described[] = []
    let parameters: DatabaseType[] = []
    let given: Column[] = []
    let problem: { problem: string; position: number } | undefined
    new protocol.Parser().parse(answer, received => {
      const message = received as unknown as Message
      if (message.name === 'parameterDescription') parameters = message.dataTypeIDs.map(typeOf)
      else if (message.name === 'rowDescription')
        given = message.fields.map(({ name, tableID, columnID, dataTypeID }) => ({
          name,
          type: typeOf(dataTypeID),
          of: columns.get(`${tableID} ${columnID}`),
        }))
      else if (message.name === 'error')
        problem ??= { problem: message.message, position: Number(message.position ?? 0) }
      else if (message.name === 'readyForQuery') {
        all.push(problem ?? { parameters, columns: given })
        parameters = given = []
        problem = undefined
      }
    })
    return all
  }

  return {
    catalog: { ...functions, columnsOf: findColumns([...columns.values()]) } satisfies Catalog,
    async describe(texts: string[]): Promise<Described[]> {
      const all: Described[] = []
      for (let at = 0; at < texts.length; at += atOnce) all.push(...(await describeSome(texts.slice(at, at + atOnce))))
      return all
    },
    close: () => lite.close(),
  }
}

async function readTypes(lite: PGlite): Promise<Map<number, DatabaseType>> {
  const { rows } = await lite.query<{ oid: number; name: string; element: number }>(
    `select oid, typname as name, case when typcategory = 'A' then typelem else 0 end as element from pg_type`,
  )
  const types = new Map<number, DatabaseType>(rows.map(({ oid, name }) => [oid, { oid, name, element: undefined }]))
  for (const row of rows) {
    const type = types.get(row.oid)
    if (type && row.element) type.element = types.get(row.element)
  }
  return types
}

async function readColumns(lite: PGlite): Promise<Map<string, TableColumn>> {
  const { rows } = await lite.query<Omit<TableColumn, 'words'> & { key: string; checks: string | null }>(
    `select a.attrelid || ' ' || a.attnum as key, n.nspname as schema, c.relname as table, a.attname as name,
       a.attnotnull or exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as "notNull",
       c.relkind in ('r', 'p') as "isTables",
       (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm') order by a.attrelid, a.attnum`,
  )
  return new Map(rows.map(({ key, checks, ...column }) => [key, { ...column, words: wordsIn(checks, column.name) }]))
}

function findColumns(all: TableColumn[]): Catalog['columnsOf'] {
  const tables = new Map<string, Columns>()
  for (const { schema, table, name, notNull, isTables } of all) {
    const nullness: Nullness = isTables ? (notNull ? 'never' : 'perhaps') : 'unknown'
    const key = `${schema}.${table}`
    tables.set(key, [...(tables.get(key) ?? []), { name, nullness }])
  }
  return (schema, table) =>
    (schema === undefined ? ['pg_catalog', 'public'] : [schema])
      .map(place => tables.get(`${place}.${table}`))
      .find(columns => columns !== undefined)
}

async function readFunctions(lite: PGlite): Promise<Pick<Catalog, 'strict' | 'aggregates'>> {
  const { rows } = await lite.query<{ name: string; strict: boolean; aggregate: boolean }>(
    `select proname as name, bool_and(proisstrict and not proretset and prokind = 'f') as strict, bool_or(prokind = 'a') as aggregate
     from pg_proc group by proname`,
  )
  const names = (one: 'strict' | 'aggregate') => new Set(rows.filter(row => row[one]).map(row => row.name))
  return { strict: names('strict'), aggregates: names('aggregate') }
}
