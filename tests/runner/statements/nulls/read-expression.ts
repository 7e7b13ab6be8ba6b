import type { A_Expr, BoolExpr, CaseExpr, FuncCall, Node, SubLink } from 'libpg-query'
import * as functions from './functions.ts'
import { learn, withKnown } from './learn.ts'
import { allOf, anyOf, type Nullness } from './nullness.ts'
import { copyOf, find, inside, keyOfValue, nullnessOfColumn, type Scope, wordsOf } from './scope.ts'
import { isOneRow } from './one-row.ts'

/** Of a value in a row that passed all conditions. */
export function nullnessOf(node: Node | undefined, scope: Scope): Nullness {
  if (!node) return 'unknown'
  const key = scope.known.notNull.size > 0 ? keyOfValue(node, scope) : undefined
  if (key !== undefined && scope.known.notNull.has(key)) return 'never'
  const of = (inner: Node | undefined) => nullnessOf(inner, scope)
  if ('ColumnRef' in node) {
    const found = find(scope, wordsOf(node.ColumnRef.fields))
    return found ? nullnessOfColumn(found, scope.known) : 'unknown'
  }
  if ('A_Const' in node) return node.A_Const.isnull ? 'perhaps' : 'never'
  if ('ParamRef' in node) return scope.reader.parameter(node.ParamRef.number ?? 0)
  if ('TypeCast' in node) return of(node.TypeCast.arg)
  if ('CollateClause' in node) return of(node.CollateClause.arg)
  if ('CoalesceExpr' in node) return allOf((node.CoalesceExpr.args ?? []).map(of))
  if ('MinMaxExpr' in node) return allOf((node.MinMaxExpr.args ?? []).map(of))
  if ('CaseExpr' in node) return readCase(node.CaseExpr, scope)
  if ('BoolExpr' in node) return readBool(node.BoolExpr, scope)
  if ('A_Expr' in node) return readOperator(node.A_Expr, scope)
  if ('FuncCall' in node) return readCall(node.FuncCall, scope)
  if ('SubLink' in node) return readSubLink(node.SubLink, scope)
  if ('A_Indirection' in node) {
    const [first] = node.A_Indirection.indirection ?? []
    return first && 'A_Indices' in first && !first.A_Indices.is_slice ? 'perhaps' : 'unknown'
  }
  const isMade =
    'NullTest' in node ||
    'BooleanTest' in node ||
    'RowExpr' in node ||
    'A_ArrayExpr' in node ||
    'SQLValueFunction' in node ||
    'GroupingFunc' in node
  return isMade ? 'never' : 'unknown'
}

function readCase({ arg, args = [], defresult }: CaseExpr, scope: Scope): Nullness {
  const known = copyOf(scope.known)
  const results = args.map(branch => {
    if (!('CaseWhen' in branch)) return 'unknown'
    const { expr, result } = branch.CaseWhen
    const then = withKnown(scope, copyOf(known))
    learn(arg ?? expr, true, then)
    const nullness = nullnessOf(result, then)
    // A condition that is null is passed over, too.
    if (!arg && nullnessOf(expr, withKnown(scope, known)) === 'never') learn(expr, false, withKnown(scope, known))
    return nullness
  })
  return anyOf([...results, defresult ? nullnessOf(defresult, withKnown(scope, known)) : 'perhaps'])
}

/** One of them decides unless the others are all true (`and`) or false (`or`). */
function readBool({ boolop, args = [] }: BoolExpr, scope: Scope): Nullness {
  if (boolop === 'NOT_EXPR') return nullnessOf(args[0], scope)
  return anyOf(
    args.map((arg, at) => {
      const known = copyOf(scope.known)
      for (const [other, one] of args.entries())
        if (other !== at) learn(one, boolop === 'AND_EXPR', withKnown(scope, known))
      return nullnessOf(arg, withKnown(scope, known))
    }),
  )
}

function readOperator({ kind = 'AEXPR_OP', name, lexpr, rexpr }: A_Expr, scope: Scope): Nullness {
  const operator = wordsOf(name).at(-1) ?? ''
  if (kind.endsWith('DISTINCT')) return 'never'
  if (kind === 'AEXPR_NULLIF' || functions.reachingOperators.has(operator)) return 'perhaps'
  const items = rexpr && 'List' in rexpr ? (rexpr.List.items ?? []) : [rexpr]
  const sides = [...(lexpr ? [lexpr] : []), ...items].map(side => nullnessOf(side, scope))
  const all = anyOf(sides)
  // Null only if no other one is equal; the lists may hold nulls.
  if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL') return sides[0] === 'perhaps' ? 'perhaps' : 'unknown'
  if (kind === 'AEXPR_IN') return sides[0] === 'perhaps' || all === 'never' ? all : 'unknown'
  if (kind !== 'AEXPR_OP') return all
  if (operator === '||') return all === 'never' ? 'never' : 'unknown'
  return functions.plainOperators.has(operator) ? all : all === 'never' ? 'unknown' : all
}

function readCall(call: FuncCall, scope: Scope): Nullness {
  const name = wordsOf(call.funcname).at(-1) ?? ''
  const { strict, aggregates } = scope.reader.catalog
  const args = (call.args ?? []).map(arg => nullnessOf('NamedArgExpr' in arg ? arg.NamedArgExpr.arg : arg, scope))
  if (name === 'count') return 'never'
  if (name === 'lag' || name === 'lead')
    return args[2] === undefined ? 'perhaps' : anyOf([args[0] ?? 'unknown', args[2]])
  if (aggregates.has(name)) return call.over ? readWindow(name, args) : readAggregate(name, call, args, scope)
  if (functions.neverNull.has(name)) return 'never'
  if (functions.nullForNothing.has(name)) return 'perhaps'
  if (name === 'current_setting') return args.length > 1 ? 'perhaps' : 'never'
  const [, pattern] = call.args ?? []
  if (name === 'substring' && pattern) return 'A_Const' in pattern && pattern.A_Const.sval ? 'perhaps' : anyOf(args)
  if (functions.nullForNull.has(name)) return anyOf(args)
  return strict.has(name) && args.includes('perhaps') ? 'perhaps' : 'unknown'
}

function readWindow(name: string, args: Nullness[]): Nullness {
  if (functions.neverNull.has(name)) return 'never'
  return functions.choosing.has(name) && args[0] !== undefined ? args[0] : 'unknown'
}

function readAggregate(name: string, { agg_filter }: FuncCall, args: Nullness[], { groups }: Scope): Nullness {
  if (groups === 'all' || agg_filter)
    return functions.choosing.has(name) || functions.collecting.has(name) ? 'perhaps' : 'unknown'
  if (functions.collecting.has(name)) return groups === 'keys' ? 'never' : 'unknown'
  return functions.choosing.has(name) && groups === 'keys' ? (args[0] ?? 'unknown') : 'unknown'
}

function readSubLink({ subLinkType, testexpr, subselect }: SubLink, scope: Scope): Nullness {
  if (subLinkType === 'EXISTS_SUBLINK' || subLinkType === 'ARRAY_SUBLINK') return 'never'
  const [column] = scope.reader.columnsOf(subselect, inside(scope)) ?? []
  if (subLinkType !== 'EXPR_SUBLINK') {
    const test = nullnessOf(testexpr, scope)
    return test === 'never' && column?.nullness === 'never' ? 'never' : 'unknown'
  }
  return isOneRow(subselect, scope) ? (column?.nullness ?? 'unknown') : 'perhaps'
}
