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
    return count
  } catch (error) {
    await session.query('rollback to savepoint one_table', [])
    throw await faultOf(session, error, { name, arrived })
  }
}

/** The plan goes on; what it cost, how it was paid, and what was agreed for later stay where they were agreed. */
const unpaid = {
  ...{ price_id: null, currency: null, method: null, pending_plan: null, pending_interval: null },
  ...{ next_terms: null, next_terms_from: null, provider_customer: null, provider_subscription: null },
  first_discount_bp: 0,
}

/** A person's id is in many columns, lists and documents: it is replaced wherever it stands as a value. */
function adapt(text: string, { name, people: columns }: ImportedTable, { ids, renamed }: ImportedPeople): string {
  const row = renamed.reduce((all, [there, here]) => all.replaceAll(`"${there}"`, `"${here}"`), text)
  const isPlan = name === 'public.subscriptions'
  if (!isPlan && columns.length === 0) return row
  const values = JSON.parse(row) as Record<string, unknown>
  const strangers = columns.filter(column => values[column] !== null && !ids.has(values[column] as string))
  if (!isPlan && strangers.length === 0) return row
  return JSON.stringify({
    ...values,
    ...Object.fromEntries(strangers.map(column => [column, null])),
    ...(isPlan ? unpaid : {}),
  })
}

/** A reference without the workspace could lead to another's row. Plans are everybody's; a trigger refuses another's own. */
export async function refuseForeignParents(session: Session, tables: ImportedTable[]): Promise<void> {
  const whereOf = new Map(tables.map(({ name, where }) => [name, where]))
  for (const { child, parent, from, to } of await listReferences(session)) {
    const [ours, theirs] = [whereOf.get(child), whereOf.get(parent)]
    if (!ours || !theirs || parent === 'public.plans' || /\bworkspace_id\b/.test(from)) continue
    const { rows } = await session.query(
      `select from ${child} where ${ours} and ${from} is not null and ${from} not in (select ${to} from ${parent} where ${theirs}) limit 1`,
      [],
    )
    if (rows.length > 0) throw refuseImport('foreign_row', { table: child })
  }
}
