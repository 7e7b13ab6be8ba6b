import type { Alias, JoinExpr, Node, RangeFunction, RangeVar } from 'libpg-query'
import { learn, mark } from './learn.ts'
import { type Columns, inside, type Row, rowOf, type Scope, wordsOf } from './scope.ts'

/** Adds the rows of a part of `from`, and learns what its joins demand. */
export function addFrom(from: Node, scope: Scope): Row[] {
  if ('JoinExpr' in from) return addJoin(from.JoinExpr, scope)
  const row = rowIn(from, scope)
  scope.rows.push(row)
  return [row]
}

function rowIn(from: Node, scope: Scope): Row {
  if ('RangeVar' in from) return rowOfTable(from.RangeVar, scope)
  if ('RangeSubselect' in from) {
    const { subquery, alias } = from.RangeSubselect
    return rowOf(alias?.aliasname ?? '', renamed(scope.reader.columnsOf(subquery, inside(scope)), alias))
  }
  if ('RangeFunction' in from) return rowOfFunction(from.RangeFunction)
  return rowOf('', undefined)
}

export function rowOfTable({ schemaname, relname = '', alias }: RangeVar, { ctes, reader }: Scope): Row {
  const isCte = schemaname === undefined && ctes.has(relname)
  const columns = isCte ? ctes.get(relname) : reader.catalog.columnsOf(schemaname, relname)
  return rowOf(alias?.aliasname ?? relname, renamed(columns, alias))
}

function rowOfFunction({ alias }: RangeFunction): Row {
  const names = wordsOf(alias?.colnames)
  const columns: Columns = names.map(name => ({ name, nullness: 'unknown' }))
  return rowOf(alias?.aliasname ?? '', names.length > 0 ? columns : undefined)
}

/** `t (a, b)` */
export function renamed(columns: Columns | undefined, alias: Alias | undefined): Columns | undefined {
  const names = wordsOf(alias?.colnames)
  return columns?.map((column, at) => ({ ...column, name: names[at] ?? column.name }))
}

function addJoin({ jointype, larg, rarg, quals, usingClause, isNatural, alias }: JoinExpr, scope: Scope): Row[] {
  const left = larg ? addFrom(larg, scope) : []
  const right = rarg ? addFrom(rarg, scope) : []
  const shared = wordsOf(usingClause)
  if (shared.length > 0 || isNatural || alias) scope.isMerged = true
  if (jointype === 'JOIN_INNER') {
    learn(quals, true, scope)
    for (const row of [...left, ...right])
      for (const name of shared) if (row.columns?.has(name)) mark({ row, name, scope }, scope.known)
  } else {
    // In a full join a row may be there without its partner.
    const pad = { on: jointype === 'JOIN_FULL' ? undefined : quals }
    if (jointype !== 'JOIN_RIGHT') for (const row of right) row.pads.push(pad)
    if (jointype === 'JOIN_FULL') for (const row of left) row.pads.push({ on: undefined })
    if (jointype === 'JOIN_RIGHT') for (const row of left) row.pads.push(pad)
  }
  if (jointype !== 'JOIN_RIGHT' && jointype !== 'JOIN_FULL') return [...left, ...right]
  // What `using` merges is in one of the two.
  const merged = rowOf(
    '',
    shared.map(name => ({ name, nullness: 'unknown' })),
  )
  scope.rows.unshift(merged)
  return [...left, ...right, merged]
}
