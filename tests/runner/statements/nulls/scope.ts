import type { ColumnRef, Node } from 'libpg-query'
import type { Nullness } from './nullness.ts'

/** Of a list, its items; of an object in JSON, what stands under its keys. */
export type Inside = { items?: Value | undefined; keys?: ReadonlyMap<string, Value> }
export type Value = { nullness: Nullness; inside?: Inside | undefined }
export type Columns = ({ name: string } & Value)[]

/** One side of an outer join: all of it is null where the join found no row. `on` holds where it found one. */
export type Pad = { on: Node | undefined }

/** A part of `from`. */
export type Row = {
  id: number
  alias: string
  /** undefined: not known; any name may be one of them. */
  columns: ReadonlyMap<string, Value> | undefined
  pads: Pad[]
}

/** What the conditions passed so far exclude. Ids of rows are unique, so nested queries share one. */
export type Known = { notNull: Set<string>; matched: Set<Pad> }

export type Scope = {
  rows: Row[]
  /** By name; undefined: with any columns. */
  ctes: ReadonlyMap<string, Columns | undefined>
  /** Whether aggregates see the rows of a group, which has some, or all, which may be none. */
  groups: 'keys' | 'all' | 'having'
  /** `using` merges columns, so that `*` is in another order. */
  isMerged: boolean
  known: Known
  outer: Scope | undefined
  reader: Reader
}

export type Catalog = {
  /** By schema and name, in their order. */
  columnsOf(schema: string | undefined, table: string): Columns | undefined
  /** Names of functions that are null for any null. */
  strict: ReadonlySet<string>
  aggregates: ReadonlySet<string>
}

export type Reader = {
  catalog: Catalog
  parameter(number: number): Nullness
  columnsOf(query: Node | undefined, outer: Scope): Columns | undefined
  nullnessOf(expression: Node | undefined, scope: Scope): Nullness
  valueOf(expression: Node | undefined, scope: Scope): Value
  addFrom(from: Node, scope: Scope): Row[]
}

/** `name` undefined: the row as a whole. */
export type Found = { row: Row; name: string | undefined; scope: Scope }

export function copyOf({ notNull, matched }: Known): Known {
  return { notNull: new Set(notNull), matched: new Set(matched) }
}

/** A query inside: what it learns stays there. */
export function inside(outer: Scope): Scope {
  const { ctes, reader, known } = outer
  return { rows: [], ctes, groups: 'all', isMerged: false, known: copyOf(known), outer, reader }
}

let lastId = 0

export function rowOf(alias: string, columns: Columns | undefined): Row {
  const byName = columns && new Map(columns.map(column => [column.name, column]))
  return { id: ++lastId, alias, columns: byName, pads: [] }
}

/** @returns undefined if the name may mean several things */
export function find(scope: Scope, fields: readonly string[]): Found | undefined {
  const [alias, name = ''] = [fields.at(-2), fields.at(-1)]
  for (let here: Scope | undefined = scope; here; here = here.outer) {
    const row = here.rows.find(one => (alias === undefined ? one.columns?.has(name) : one.alias === alias))
    if (row) return { row, name, scope: here }
    if (alias !== undefined) continue
    if (here.rows.some(one => !one.columns)) return undefined
    const whole = here.rows.find(one => one.alias === name)
    if (whole) return { row: whole, name: undefined, scope: here }
  }
  return undefined
}

export function keyOf(row: Row, name: string): string {
  return `${row.id} ${name}`
}

/** Of a computed value: equal for the same words about the same columns. */
export function keyOfValue(node: Node, scope: Scope): string | undefined {
  if (!('A_Expr' in node || 'FuncCall' in node || 'CoalesceExpr' in node)) return undefined
  return JSON.stringify(node, (name, part: unknown) => {
    if (name === 'location') return undefined
    if (name !== 'ColumnRef') return part
    const found = find(scope, wordsOf((part as ColumnRef).fields))
    return found ? keyOf(found.row, found.name ?? '') : part
  })
}

export function nullnessOfColumn({ row, name }: Omit<Found, 'scope'>, { notNull, matched }: Known): Nullness {
  if (row.pads.some(pad => !matched.has(pad))) return 'perhaps'
  if (name === undefined || notNull.has(keyOf(row, name))) return 'never'
  return row.columns?.get(name)?.nullness ?? 'unknown'
}

/** The texts of names in a list; `*` is none. */
export function wordsOf(nodes: readonly Node[] = []): string[] {
  return nodes.flatMap(node => ('String' in node ? [node.String.sval ?? ''] : []))
}
