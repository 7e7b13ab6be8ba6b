import type { Node, SelectStmt, A_Expr, BooleanTest } from 'libpg-query'
import { copyOf, find, type Found, keyOf, keyOfValue, type Known, type Scope, wordsOf } from './scope.ts'

/** Which columns are not null where the condition is true, or where it is false. */
export function learn(condition: Node | undefined, isTrue: boolean, scope: Scope): void {
  if (!condition) return
  if ('BoolExpr' in condition) {
    const { boolop, args = [] } = condition.BoolExpr
    if (boolop === 'NOT_EXPR') learn(args[0], !isTrue, scope)
    else if ((boolop === 'AND_EXPR') === isTrue) for (const arg of args) learn(arg, isTrue, scope)
    else learnCommon(args, isTrue, scope)
  } else if ('NullTest' in condition) {
    if ((condition.NullTest.nulltesttype === 'IS_NOT_NULL') === isTrue) meet(condition.NullTest.arg, scope)
  } else if ('BooleanTest' in condition) learnTest(condition.BooleanTest, isTrue, scope)
  else if ('SubLink' in condition) {
    const { subLinkType, testexpr, subselect } = condition.SubLink
    if (subLinkType === 'ANY_SUBLINK') meet(testexpr, scope)
    if (isTrue && subselect && 'SelectStmt' in subselect && subLinkType !== 'EXPR_SUBLINK')
      learnExists(subselect.SelectStmt, scope)
  } else if ('CoalesceExpr' in condition) {
    const [first, second, ...more] = condition.CoalesceExpr.args ?? []
    if (more.length === 0 && isConstant(second, !isTrue)) learn(first, isTrue, scope)
  } else if ('A_Expr' in condition && condition.A_Expr.kind?.endsWith('DISTINCT'))
    learnDistinct(condition.A_Expr, isTrue, scope)
  else meet(condition, scope)
}

/** Its rows meet its conditions, which may name columns from outside. */
function learnExists(select: SelectStmt, outer: Scope): void {
  if (select.op !== 'SETOP_NONE' || select.withClause) return
  const { ctes, reader, known } = outer
  const scope: Scope = { rows: [], ctes, groups: 'all', isMerged: false, known, outer, reader }
  for (const from of select.fromClause ?? []) reader.addFrom(from, scope)
  learn(select.whereClause, true, scope)
}

function learnCommon(conditions: readonly Node[], isTrue: boolean, scope: Scope): void {
  const all = conditions.map(condition => {
    const known = copyOf(scope.known)
    learn(condition, isTrue, withKnown(scope, known))
    return known
  })
  const [first, ...others] = all
  for (const key of first?.notNull ?? [])
    if (others.every(other => other.notNull.has(key))) scope.known.notNull.add(key)
  for (const pad of first?.matched ?? [])
    if (others.every(other => other.matched.has(pad))) scope.known.matched.add(pad)
}

/** The same places, and what is known of them in one branch. */
export function withKnown(scope: Scope, known: Known): Scope {
  return { ...scope, known }
}

/** By test: the outcome that says something, and what it says of the condition; undefined: that it is not null. */
const tests: Partial<Record<string, { outcome: boolean; arg?: boolean }>> = {
  IS_TRUE: { outcome: true, arg: true },
  IS_NOT_TRUE: { outcome: false, arg: true },
  IS_FALSE: { outcome: true, arg: false },
  IS_NOT_FALSE: { outcome: false, arg: false },
  IS_UNKNOWN: { outcome: false },
  IS_NOT_UNKNOWN: { outcome: true },
}

function learnTest({ booltesttype = 'IS_TRUE', arg }: BooleanTest, isTrue: boolean, scope: Scope): void {
  const test = tests[booltesttype]
  if (test?.outcome !== isTrue) return
  if (test.arg === undefined) meet(arg, scope)
  else learn(arg, test.arg, scope)
}

/** `a is not distinct from 'x'` */
function learnDistinct({ kind, lexpr, rexpr }: A_Expr, isTrue: boolean, scope: Scope): void {
  if ((kind === 'AEXPR_NOT_DISTINCT') !== isTrue) return
  const { nullnessOf } = scope.reader
  if (nullnessOf(rexpr, scope) === 'never') meet(lexpr, scope)
  if (nullnessOf(lexpr, scope) === 'never') meet(rexpr, scope)
}

function isConstant(node: Node | undefined, value: boolean): boolean {
  if (!node || !('A_Const' in node) || !node.A_Const.boolval) return false
  return (node.A_Const.boolval.boolval ?? false) === value
}

/** The expression is not null, and so are the columns that would make it null. */
function meet(expression: Node | undefined, scope: Scope): void {
  if (!expression) return
  const key = keyOfValue(expression, scope)
  if (key !== undefined) scope.known.notNull.add(key)
  const meetAll = (nodes: readonly Node[] = []) => nodes.forEach(node => meet(node, scope))
  if ('ColumnRef' in expression) {
    const found = find(scope, wordsOf(expression.ColumnRef.fields))
    if (found) mark(found, scope.known)
  } else if ('TypeCast' in expression) meet(expression.TypeCast.arg, scope)
  else if ('CollateClause' in expression) meet(expression.CollateClause.arg, scope)
  else if ('A_Indirection' in expression) meet(expression.A_Indirection.arg, scope)
  else if ('List' in expression) meetAll(expression.List.items)
  else if ('RowExpr' in expression) meetAll(expression.RowExpr.args)
  else if ('BoolExpr' in expression) {
    if (expression.BoolExpr.boolop === 'NOT_EXPR') meetAll(expression.BoolExpr.args)
  } else if ('FuncCall' in expression) {
    const { funcname, args } = expression.FuncCall
    if (scope.reader.catalog.strict.has(wordsOf(funcname).at(-1) ?? '')) meetAll(args)
  } else if ('A_Expr' in expression) meetOperands(expression.A_Expr, scope)
}

function meetOperands({ kind = 'AEXPR_OP', name, lexpr, rexpr }: A_Expr, scope: Scope): void {
  const operator = wordsOf(name).at(-1) ?? ''
  // Lists joined by it take null for an empty one.
  if (operator === '||' || kind.endsWith('DISTINCT')) return
  if (lexpr && 'RowExpr' in lexpr && operator !== '=') {
    // Later ones decide only where the first are equal.
    meet(lexpr.RowExpr.args?.[0], scope)
    return
  }
  meet(lexpr, scope)
  if (!['AEXPR_IN', 'AEXPR_NULLIF'].includes(kind) && !kind.includes('BETWEEN')) meet(rexpr, scope)
}

export function mark({ row, name, scope }: Found, known: Known): void {
  if (name !== undefined) known.notNull.add(keyOf(row, name))
  for (const pad of row.pads) {
    if (known.matched.has(pad)) continue
    known.matched.add(pad)
    learn(pad.on, true, withKnown(scope, known))
  }
}
