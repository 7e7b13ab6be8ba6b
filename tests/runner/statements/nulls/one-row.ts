import type { Node } from 'libpg-query'
import { type Scope, wordsOf } from './scope.ts'

/** A query that gives a row whatever the tables hold: of nothing, or an aggregate of everything. */
export function isOneRow(query: Node | undefined, { reader: { catalog } }: Scope): boolean {
  if (!query || !('SelectStmt' in query)) return false
  const {
    op,
    fromClause,
    whereClause,
    groupClause,
    havingClause,
    limitOffset,
    valuesLists,
    targetList = [],
  } = query.SelectStmt
  if (op !== 'SETOP_NONE' || groupClause || havingClause || limitOffset) return false
  if (valuesLists) return true
  return (!fromClause && !whereClause) || targetList.some(target => holdsAggregate(target, catalog.aggregates))
}

/** Outside nested queries. */
function holdsAggregate(node: unknown, aggregates: ReadonlySet<string>): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('SubLink' in node) return false
  if ('FuncCall' in node) {
    const { funcname, over } = node.FuncCall as { funcname?: Node[]; over?: object }
    if (!over && aggregates.has(wordsOf(funcname).at(-1) ?? '')) return true
  }
  return Object.values(node).some(inner => holdsAggregate(inner, aggregates))
}
