import type { CaseExpr, FuncCall, Node, SubLink, TypeCast } from 'libpg-query'
import { anyOf } from './nullness.ts'
import { find, inside, type Inside, nullnessOfColumn, type Scope, type Value, wordsOf } from './scope.ts'

const lists = /^(?:array_agg|jsonb?_agg)$/
const objects = /^jsonb?_build_object$/
/** What they are given, as JSON. */
const copies = /^(?:to_jsonb?|row_to_json)$/

/** What a list, or an object in JSON, is made of; undefined: not known. */
export function insideOf(node: Node | undefined, scope: Scope): Inside | undefined {
  if (!node) return undefined
  if ('ColumnRef' in node) return readColumn(wordsOf(node.ColumnRef.fields), scope)
  if ('FuncCall' in node) return readCall(node.FuncCall, scope)
  if ('TypeCast' in node) return readCast(node.TypeCast, scope)
  if ('SubLink' in node) return readSubLink(node.SubLink, scope)
  if ('CaseExpr' in node) return readCase(node.CaseExpr, scope)
  if ('CoalesceExpr' in node) {
    const [first, ...others] = node.CoalesceExpr.args ?? []
    return others.every(isEmpty) ? insideOf(first, scope) : undefined
  }
  if (!('A_ArrayExpr' in node)) return undefined
  const items = (node.A_ArrayExpr.elements ?? []).map(one => valueOf(one, scope))
  const [only] = items
  return items.length === 1 ? { items: only } : { items: { nullness: anyOf(items.map(one => one.nullness)) } }
}

export function valueOf(node: Node | undefined, scope: Scope): Value {
  return { nullness: scope.reader.nullnessOf(node, scope), inside: insideOf(node, scope) }
}

/** A row as a whole is an object of its columns. */
function readColumn(fields: string[], scope: Scope): Inside | undefined {
  const found = find(scope, fields)
  if (!found) return undefined
  const { columns } = found.row
  if (found.name !== undefined) return columns?.get(found.name)?.inside
  // Where a join found no row, there is no object.
  const row = { ...found.row, pads: [] }
  const value = (name: string, inside: Inside | undefined): Value => ({
    nullness: nullnessOfColumn({ row, name }, scope.known),
    inside,
  })
  return columns && { keys: new Map([...columns].map(([name, { inside }]) => [name, value(name, inside)])) }
}

function readCall({ funcname, args = [], agg_filter: filter }: FuncCall, scope: Scope): Inside | undefined {
  const name = wordsOf(funcname).at(-1) ?? ''
  if (copies.test(name)) return insideOf(args[0], scope)
  if (lists.test(name)) return filter ? undefined : { items: valueOf(args[0], scope) }
  if (!objects.test(name)) return undefined
  const keys = new Map<string, Value>()
  for (let at = 0; at < args.length; at += 2) {
    const key = textOf(args[at])
    if (key === undefined) return undefined
    keys.set(key, valueOf(args[at + 1], scope))
  }
  return { keys }
}

function readCast({ arg, typeName }: TypeCast, scope: Scope): Inside | undefined {
  const isSame = typeName?.arrayBounds || /^jsonb?$/.test(wordsOf(typeName?.names).at(-1) ?? '')
  return isSame ? insideOf(arg, scope) : undefined
}

function readSubLink({ subLinkType, subselect }: SubLink, scope: Scope): Inside | undefined {
  const [column] = scope.reader.columnsOf(subselect, inside(scope)) ?? []
  if (!column) return undefined
  if (subLinkType === 'ARRAY_SUBLINK') return { items: column }
  return subLinkType === 'EXPR_SUBLINK' ? column.inside : undefined
}

/** Of the only result that is no constant. */
function readCase({ args = [], defresult }: CaseExpr, scope: Scope): Inside | undefined {
  const results = [...args.map(arg => ('CaseWhen' in arg ? arg.CaseWhen.result : arg)), defresult]
  const made = results.filter(result => result && !isEmpty(result))
  return made.length === 1 ? insideOf(made[0], scope) : undefined
}

/** Null, `'[]'` or `'{}'`. */
function isEmpty(node: Node): boolean {
  if ('TypeCast' in node) return node.TypeCast.arg !== undefined && isEmpty(node.TypeCast.arg)
  return 'A_Const' in node && (node.A_Const.isnull === true || /^(?:\[\]|\{\})$/.test(node.A_Const.sval?.sval ?? ''))
}

function textOf(node: Node | undefined): string | undefined {
  return node && 'A_Const' in node ? node.A_Const.sval?.sval : undefined
}
