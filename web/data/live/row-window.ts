import type { LiveChange } from './live-topic.ts'

/** The part of a long list that has been read: from its beginning down to `edge`, the last row read. */
export type RowWindow<Row> = { rows: Row[]; edge: Row | undefined; more: boolean }

export type WindowRules<Row> = {
  table: string
  /** Names the row, also from a change that holds the key only. */
  keyOf(row: Row): string
  /** Whether a row belongs to the list, as it is now. */
  accepts(row: Row): boolean
  /** The list's order; never 0 for two different rows. */
  compare(a: Row, b: Row): number
  /** A row that changed, with what only reading it told. */
  keep?(before: Row, changed: Row): Row
}

export function emptyWindow<Row>(): RowWindow<Row> {
  return { rows: [], edge: undefined, more: true }
}

/** Adds the next page below the edge. Rows that live changes brought already are not doubled. */
export function withPage<Row>(
  window: RowWindow<Row>,
  page: Row[],
  full: boolean,
  rules: WindowRules<Row>,
): RowWindow<Row> {
  const known = new Set(window.rows.map(rules.keyOf))
  const rows = [...window.rows, ...page.filter(row => !known.has(rules.keyOf(row)))].sort(rules.compare)
  return { rows, edge: page.at(-1) ?? window.edge, more: full }
}

/** Applies one change. A row below what has been read stays out: its page will bring it. */
export function withChange<Row>(window: RowWindow<Row>, change: LiveChange, rules: WindowRules<Row>): RowWindow<Row> {
  if (change.table !== rules.table) return window
  const record = change.record as Row
  const key = rules.keyOf(record)
  const before = rules.keep && window.rows.find(known => rules.keyOf(known) === key)
  const row = before && rules.keep ? rules.keep(before, record) : record
  const others = window.rows.filter(known => rules.keyOf(known) !== key)
  const had = others.length < window.rows.length
  const below =
    window.more && window.edge !== undefined && change.type !== 'DELETE' && rules.compare(row, window.edge) > 0
  if (change.type === 'DELETE' || !rules.accepts(row) || below) return had ? { ...window, rows: others } : window
  const at = others.findIndex(other => rules.compare(row, other) < 0)
  return { ...window, rows: at === -1 ? [...others, row] : others.toSpliced(at, 0, row) }
}
