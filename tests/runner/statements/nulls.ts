import type { TableColumn } from './describe.ts'

/** For a plainly selected column, as far as its table and the statement tell. */
export type Nullness = 'never' | 'perhaps' | 'unknown'

const outerJoin = /\b(?:left|right|full)\s+(?:outer\s+)?join\s+(lateral\b|\(|(?:\w+\.)?(\w+))/g
const emptyRows = /\b(?:rollup|cube|grouping\s+sets|old\.|new\.)/

export function nullnessOf(statement: string, column: TableColumn, tables: ReadonlySet<string>): Nullness {
  if (!column.isTables) return 'unknown'
  const text = withoutTexts(statement)
  if (column.notNull) return emptyRows.test(text) ? 'unknown' : afterJoins(text, column, tables)
  return isNarrowed(text, column.name) ? 'unknown' : 'perhaps'
}

/** A not-null column is null if an outer join found no row. */
function afterJoins(text: string, column: TableColumn, tables: ReadonlySet<string>): Nullness {
  const joins = [...text.matchAll(outerJoin)]
  if (joins.length === 0) return 'never'
  const targets = joins.map(([join, , table]) => (join.startsWith('left') ? table : undefined))
  if (targets.some(table => table === undefined || !tables.has(table))) return 'unknown'
  if (!targets.includes(column.table)) return 'never'
  const mentions = text.match(new RegExp(`\\b(?:from|join|into|update|using|,)\\s*(?:\\w+\\.)?${column.table}\\b`, 'g'))
  const isAsked = new RegExp(`\\b${column.name}\\s+is\\s+not\\s+null`).test(text)
  return mentions?.length === 1 && !isAsked ? 'perhaps' : 'unknown'
}

/** A comparison may exclude rows where it is null. */
function isNarrowed(text: string, name: string): boolean {
  const compared = `is\\s+not\\s+(null|true|false)|is\\s+(true|false)|not\\s+null|<|>|=|@|~|&&|\\?|between|in\\b|not\\s+in\\b|like|ilike`
  return (
    new RegExp(`\\b${name}\\)?\\s*(${compared})`).test(text) ||
    new RegExp(`(<|>|=|@>|between|and)\\s*\\(?(\\w+\\.)?${name}\\b`).test(text) ||
    new RegExp(`insert\\s+into\\s+[\\w.]+(\\s+as\\s+\\w+)?\\s*\\([^)]*\\b${name}\\b`).test(text) ||
    new RegExp(`using\\s*\\([^)]*\\b${name}\\b`).test(text)
  )
}

/** In lower case, without comments and quoted text. */
export function withoutTexts(statement: string): string {
  return statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .toLowerCase()
}
