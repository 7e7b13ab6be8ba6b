import type { CommonTableExpr, Node, SelectStmt, WithClause } from 'libpg-query'
import { addFrom, renamed } from './from.ts'
import { learn } from './learn.ts'
import { anyOf } from './nullness.ts'
import { changedColumns } from './read-change.ts'
import { type Columns, inside, type Row, type Scope, wordsOf } from './scope.ts'

/** @returns undefined if it is not clear which they are */
export function columnsOf(query: Node | undefined, outer: Scope): Columns | undefined {
  if (!query) return undefined
  if ('SelectStmt' in query) return readSelect(query.SelectStmt, outer)
  const change = changeIn(query)
  return change && changedColumns(query, withCtes(change.withClause, outer), listedColumns)
}

function changeIn(query: Node) {
  if ('InsertStmt' in query) return query.InsertStmt
  if ('UpdateStmt' in query) return query.UpdateStmt
  return 'DeleteStmt' in query ? query.DeleteStmt : undefined
}

function withCtes(clause: WithClause | undefined, outer: Scope): Scope {
  const scope = inside(outer)
  for (const node of clause?.ctes ?? [])
    if ('CommonTableExpr' in node) {
      const { ctename = '' } = node.CommonTableExpr
      scope.ctes = new Map([...scope.ctes, [ctename, readCte(node.CommonTableExpr, scope, clause?.recursive === true)]])
    }
  return scope
}

/** What a recursive one takes from itself has at first what its first part gives. */
function readCte({ ctename = '', ctequery, aliascolnames }: CommonTableExpr, scope: Scope, recursive: boolean) {
  const alias = aliascolnames && { colnames: aliascolnames }
  if (!recursive || !ctequery || !('SelectStmt' in ctequery) || !ctequery.SelectStmt.larg)
    return renamed(columnsOf(ctequery, scope), alias)
  const unclear = { ...scope, ctes: new Map([...scope.ctes, [ctename, undefined]]) }
  const first = renamed(readSelect(ctequery.SelectStmt.larg, unclear), alias)
  const again = { ...scope, ctes: new Map([...scope.ctes, [ctename, first]]) }
  return renamed(columnsOf(ctequery, again), alias)
}

function readSelect(select: SelectStmt, outer: Scope): Columns | undefined {
  const scope = withCtes(select.withClause, outer)
  const { op, larg, rarg, valuesLists, groupClause = [], havingClause } = select
  if (op !== 'SETOP_NONE' && larg && rarg) {
    const left = readSelect(larg, scope)
    return op === 'SETOP_UNION' ? both(left, readSelect(rarg, scope)) : left
  }
  if (valuesLists) return readValues(valuesLists, scope)
  for (const from of select.fromClause ?? []) addFrom(from, scope)
  learn(select.whereClause, true, scope)
  scope.groups = groupClause.length > 0 ? 'keys' : havingClause ? 'having' : 'all'
  const columns = listedColumns(select.targetList, scope)
  const hasSets = groupClause.some(node => 'GroupingSet' in node)
  return hasSets ? columns?.map(({ name }) => ({ name, nullness: 'unknown' })) : columns
}

function both(left: Columns | undefined, right: Columns | undefined): Columns | undefined {
  return left?.map(({ name, nullness }, at) => ({
    name,
    nullness: anyOf([nullness, right?.[at]?.nullness ?? 'unknown']),
  }))
}

function readValues(lists: Node[], scope: Scope): Columns {
  const rows = lists.map(list => ('List' in list ? (list.List.items ?? []) : []))
  return (rows[0] ?? []).map((_, at) => ({
    name: `column${at + 1}`,
    nullness: anyOf(rows.map(row => scope.reader.nullnessOf(row[at], scope))),
  }))
}

/** Of `select` or `returning`. */
export function listedColumns(targets: readonly Node[] = [], scope: Scope): Columns | undefined {
  const listed: Columns = []
  for (const target of targets) {
    if (!('ResTarget' in target)) return undefined
    const { name, val } = target.ResTarget
    const rows = starred(val, scope)
    if (!rows) listed.push({ name: name ?? nameOf(val), ...scope.reader.valueOf(val, scope) })
    else if (scope.isMerged || rows.some(row => !row.columns)) return undefined
    else
      for (const row of rows)
        for (const column of row.columns?.keys() ?? []) listed.push({ name: column, ...valueIn(row, column, scope) })
  }
  return listed
}

function valueIn(row: Row, name: string, scope: Scope) {
  const one = { ColumnRef: { fields: [{ String: { sval: row.alias } }, { String: { sval: name } }] } }
  return scope.reader.valueOf(one, scope)
}

/** `*` and `t.*`: undefined for anything else. */
function starred(val: Node | undefined, { rows }: Scope): Row[] | undefined {
  if (!val || !('ColumnRef' in val)) return undefined
  const { fields = [] } = val.ColumnRef
  if (!fields.some(field => 'A_Star' in field)) return undefined
  const alias = wordsOf(fields).at(-1)
  return alias === undefined ? rows : rows.filter(row => row.alias === alias).slice(0, 1)
}

/** As PostgreSQL names what has no name, as far as queries around it use that. */
function nameOf(val: Node | undefined): string {
  if (!val) return ''
  if ('ColumnRef' in val) return wordsOf(val.ColumnRef.fields).at(-1) ?? ''
  if ('FuncCall' in val) return wordsOf(val.FuncCall.funcname).at(-1) ?? ''
  if ('TypeCast' in val) return nameOf(val.TypeCast.arg) || (wordsOf(val.TypeCast.typeName?.names).at(-1) ?? '')
  if ('CoalesceExpr' in val) return 'coalesce'
  if ('CaseExpr' in val) return 'case'
  if ('SubLink' in val && val.SubLink.subLinkType === 'EXISTS_SUBLINK') return 'exists'
  if ('SubLink' in val && val.SubLink.subselect && 'SelectStmt' in val.SubLink.subselect) {
    const [first] = val.SubLink.subselect.SelectStmt.targetList ?? []
    return first && 'ResTarget' in first ? (first.ResTarget.name ?? nameOf(first.ResTarget.val)) : ''
  }
  return ''
}
