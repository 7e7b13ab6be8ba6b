import type { LiveChange } from './live-topic.ts'

/** From the beginning down to `edge`, the last row read. */
export type RowWindow<Row> = { rows: Row[]; edge: Row | undefined; more: boolean }

export type WindowRules<Row> = {
  table: string
  /** Must also work for a change that holds the key only. */
  keyOf(row: Row): string
  accepts(row: Row): boolean
  /** The list's order; never 0 for two different rows. */
  compare(a: Row, b: Row): number
  /** Carries over what only reading the row can tell. */
  merge?(before: Row, changed: Row): Row
}

export function emptyWindow<Row>(): RowWindow<Row> {
  return { rows: [], edge: undefined, more: true }
}

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

/** Changes below the loaded rows are left to their page. */
export function withChange<Row>(window: RowWindow<Row>, change: LiveChange, rules: WindowRules<Row>): RowWindow<Row> {
  if (change.table !== rules.table) return window
  const record = change.record as Row
  const key = rules.keyOf(record)
  const before = rules.merge && window.rows.find(known => rules.keyOf(known) === key)
  const row = before && rules.merge ? rules.merge(before, record) : record
  const others = window.rows.filter(known => rules.keyOf(known) !== key)
  const had = others.length < window.rows.length
  const below =
    window.more && window.edge !== undefined && change.type !== 'DELETE' && rules.compare(row, window.edge) > 0
  if (change.type === 'DELETE' || !rules.accepts(row) || below) return had ? { ...window, rows: others } : window
  const at = others.findIndex(other => rules.compare(row, other) < 0)
  return { ...window, rows: at === -1 ? [...others, row] : others.toSpliced(at, 0, row) }
}
