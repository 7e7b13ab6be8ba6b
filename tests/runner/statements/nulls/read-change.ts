import type { DeleteStmt, InsertStmt, Node, RangeVar, ReturningClause, UpdateStmt } from 'libpg-query'
import { addFrom, rowOfTable } from './from.ts'
import { learn } from './learn.ts'
import { anyOf, type Nullness } from './nullness.ts'
import { type Columns, keyOf, type Row, rowOf, type Scope } from './scope.ts'

type Listed = (targets: readonly Node[] | undefined, scope: Scope) => Columns | undefined
type Values = ReadonlyMap<string, Nullness>

/** Of `returning`. */
export function changedColumns(query: Node, scope: Scope, listed: Listed): Columns | undefined {
  if ('InsertStmt' in query) return readInsert(query.InsertStmt, scope, listed)
  if ('UpdateStmt' in query) return readUpdate(query.UpdateStmt, scope, listed)
  return 'DeleteStmt' in query ? readDelete(query.DeleteStmt, scope, listed) : undefined
}

function returned(clause: ReturningClause | undefined, scope: Scope, listed: Listed): Columns | undefined {
  return clause ? listed(clause.exprs, scope) : []
}

function targetOf(relation: RangeVar | undefined, scope: Scope): Row {
  const row = relation ? rowOfTable(relation, scope) : rowOf('', undefined)
  scope.rows.push(row)
  return row
}

/** The target as it is after the change; columns that are not null stay so. */
function afterwards(row: Row, values: Values, scope: Scope): void {
  const columns = new Map(row.columns)
  for (const [name, nullness] of values) {
    scope.known.notNull.delete(keyOf(row, name))
    if (columns.get(name)?.nullness !== 'never') columns.set(name, { nullness })
  }
  row.columns = row.columns && columns
}

function readInsert(insert: InsertStmt, scope: Scope, listed: Listed): Columns | undefined {
  const { relation, cols = [], selectStmt, onConflictClause, returningClause } = insert
  const given = scope.reader.columnsOf(selectStmt, scope) ?? []
  const names = cols.flatMap(col => ('ResTarget' in col ? [col.ResTarget.name ?? ''] : []))
  const row = targetOf(relation, scope)
  const values = new Map(names.map((name, at) => [name, given[at]?.nullness ?? 'unknown']))
  const { action, targetList = [], whereClause } = onConflictClause ?? {}
  if (action === 'ONCONFLICT_UPDATE') {
    const excluded = rowOf(
      'excluded',
      [...values].map(([name, nullness]) => ({ name, nullness })),
    )
    const around = { ...scope, rows: [...scope.rows, excluded] }
    learn(whereClause, true, around)
    const updated = valuesOf(targetList, around)
    for (const name of new Set([...values.keys(), ...updated.keys()]))
      values.set(name, anyOf([values.get(name) ?? 'unknown', updated.get(name) ?? 'unknown']))
  }
  afterwards(row, values, scope)
  return returned(returningClause, scope, listed)
}

function readUpdate(update: UpdateStmt, scope: Scope, listed: Listed): Columns | undefined {
  const { relation, targetList = [], whereClause, fromClause = [], returningClause } = update
  const row = targetOf(relation, scope)
  for (const from of fromClause) addFrom(from, scope)
  learn(whereClause, true, scope)
  afterwards(row, valuesOf(targetList, scope), scope)
  return returned(returningClause, scope, listed)
}

function valuesOf(targets: readonly Node[], scope: Scope): Map<string, Nullness> {
  return new Map(
    targets.flatMap(target => {
      if (!('ResTarget' in target)) return []
      const { name = '', val, indirection } = target.ResTarget
      return [[name, indirection ? 'unknown' : scope.reader.nullnessOf(val, scope)] as const]
    }),
  )
}

function readDelete(deletion: DeleteStmt, scope: Scope, listed: Listed): Columns | undefined {
  const { relation, usingClause = [], whereClause, returningClause } = deletion
  targetOf(relation, scope)
  for (const from of usingClause) addFrom(from, scope)
  learn(whereClause, true, scope)
  return returned(returningClause, scope, listed)
}
