import { z } from 'zod'
import { queryParsed } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'
import type { ImportedPeople } from './import-people.ts'
import { type ImportedTable, productBuckets, searchWords } from './imported-tables.ts'
import { faultOf, refuseImport } from './refuse-import.ts'
import { listReferences } from './workspace-tables.ts'

/** In one statement, so that rows may refer to others of their own table. */
export async function loadTable(
  session: Session,
  arriving: AsyncIterable<string[]>,
  table: ImportedTable,
  people: ImportedPeople,
): Promise<number> {
  const { name, columns, where } = table
  const staging = `arrived_${name.replace('.', '_')}`
  await session.query(`create temp table ${staging} (row json) on commit drop`, [])
  if (searchWords.includes(name)) await session.query(`delete from ${name} where ${where}`, [])
  for await (const rows of arriving)
    await session.query(`insert into ${staging} select json_array_elements($1::text::json)`, [
      `[${rows.map(row => adapt(row, table, people)).join(',')}]`,
    ])
  const isOurs = name === 'storage.objects' ? `where row ->> 'bucket_id' in ('${productBuckets.join("', '")}')` : ''
  const arrived = `(select (json_populate_record(null::${name}, row)).* from ${staging} ${isOurs})`
  await session.query('savepoint one_table', [])
  try {
    const { count } = await session.query(
      `insert into ${name} (${columns}) overriding system value select ${columns} from ${arrived} r`,
      [],
    )
    await session.query(`drop table ${staging}`, [])
    await refuseOthersRows(session, table, count)
    return count
  } catch (error) {
    await session.query('rollback to savepoint one_table', [])
    throw await faultOf(session, error, { name, arrived })
  }
}

/** Whatever the folder says: of the rows that were written none is another workspace's. */
async function refuseOthersRows(session: Session, { name, where }: ImportedTable, written: number): Promise<void> {
  const text = `select count(*)::int as ours from ${name} where ${where}`
  const [counted] = await queryParsed(session, z.object({ ours: z.int() }), text)
  if (counted?.ours !== written) throw refuseImport('foreign_row', { table: name })
}

/** The plan continues; its price, payment method and scheduled changes belong to the installation that sold it. */
const unpaid = {
  ...{ price_id: null, currency: null, method: null, pending_plan: null, pending_interval: null },
  ...{ next_terms: null, next_terms_from: null, provider_customer: null, provider_subscription: null },
  first_discount_bp: 0,
}

/** Replaces a person's id wherever it occurs as a value: in columns, lists and documents. */
function adapt(text: string, { name, people: columns }: ImportedTable, { ids, renamed }: ImportedPeople): string {
  const isPlan = name === 'public.subscriptions'
  const isRenamed = [...renamed.keys()].some(there => text.includes(`"${there}"`))
  if (!isPlan && !isRenamed && columns.length === 0) return text
  const values = withIds(JSON.parse(text), renamed) as Record<string, unknown>
  const strangers = columns.filter(column => values[column] !== null && !ids.has(values[column] as string))
  if (!isPlan && !isRenamed && strangers.length === 0) return text
  return JSON.stringify({
    ...values,
    ...Object.fromEntries(strangers.map(column => [column, null])),
    ...(isPlan ? unpaid : {}),
  })
}

function withIds(value: unknown, renamed: Map<string, string>): unknown {
  if (typeof value === 'string') return renamed.get(value) ?? value
  if (Array.isArray(value)) return value.map(one => withIds(one, renamed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(one, renamed)]))
}

/** A reference without the workspace could point to another's row. Plans are shared; a trigger refuses another workspace's own. */
export async function refuseForeignParents(session: Session, tables: ImportedTable[]): Promise<void> {
  const whereOf = new Map(tables.map(({ name, where }) => [name, where]))
  for (const { child, parent, from, to } of await listReferences(session)) {
    const [ours, theirs] = [whereOf.get(child), whereOf.get(parent)]
    if (!ours || !theirs || parent === 'public.plans' || /\bworkspace_id\b/.test(from)) continue
    const { count } = await session.query(
      `select from ${child} where ${ours} and ${from} is not null and ${from} not in (select ${to} from ${parent} where ${theirs}) limit 1`,
      [],
    )
    if (count > 0) throw refuseImport('foreign_row', { table: child })
  }
}
