import { notUnderstood } from './rest-error.ts'
import { TextScanner } from './text-scanner.ts'

/** A column, and for JSON the way into it. */
export type Path = { column: string; steps: { arrow: '->' | '->>'; key: string | number }[] }

const comparisons = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'isdistinct',
  'cs',
  'cd',
  'ov',
] as const
const quantifiable = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const states = ['null', 'not_null', 'true', 'false', 'unknown'] as const

export type Comparison = (typeof comparisons)[number]
export type State = (typeof states)[number]
export type Filter =
  | { kind: 'compare'; path: Path; not: boolean; operator: Comparison; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'in'; path: Path; not: boolean; values: string[] }
  | { kind: 'is'; path: Path; not: boolean; state: State }
  | { kind: 'and' | 'or'; not: boolean; filters: Filter[] }

const deepest = 10
const operatorPattern = /([a-z]+)(?:\((any|all)\))?\./y

export function readPath(scanner: TextScanner): Path {
  const path: Path = { column: scanner.name(), steps: [] }
  for (let match = scanner.match(/->>?/y); match; match = scanner.match(/->>?/y)) {
    const index = scanner.match(/-?\d+(?![\p{L}\p{N}_])/uy)
    path.steps.push({ arrow: match[0] as '->' | '->>', key: index ? Number(index[0]) : scanner.name() })
  }
  return path
}

/** `column=operator.value`: the value is the rest, taken as it stands. */
export function parseFilter(column: string, text: string): Filter {
  const names = new TextScanner(column, `failed to parse filter column (${column})`)
  const path = readPath(names)
  if (!names.done) names.fail('expecting "->" or the end')
  const scanner = new TextScanner(text, `failed to parse filter (${text})`)
  const filter = readCondition(scanner, path, () => scanner.match(/[^]*/y)?.[0] ?? '')
  if (!scanner.done) scanner.fail('expecting the end')
  return filter
}

/** `or=(a.eq.1,and(b.gt.2,c.is.null))`, and the same with `and`, `not.or`, `not.and`. */
export function parseLogic(name: string, text: string): Filter {
  const scanner = new TextScanner(text, `failed to parse logic tree (${name}${text})`)
  const not = name.startsWith('not.')
  const filter: Filter = { kind: name.endsWith('or') ? 'or' : 'and', not, filters: readGroup(scanner, 1) }
  if (!scanner.done) scanner.fail('expecting the end')
  return filter
}

function readGroup(scanner: TextScanner, depth: number): Filter[] {
  if (depth > deepest) scanner.fail(`expecting at most ${deepest} levels`)
  const filters: Filter[] = []
  scanner.expect('(')
  do {
    scanner.blanks()
    filters.push(readBranch(scanner, depth))
    scanner.blanks()
  } while (scanner.take(','))
  scanner.expect(')')
  return filters
}

function readBranch(scanner: TextScanner, depth: number): Filter {
  const group = scanner.match(/(not\.)?(and|or)(?=\()/y)
  if (group)
    return { kind: group[2] as 'and' | 'or', not: group[1] !== undefined, filters: readGroup(scanner, depth + 1) }
  const path = readPath(scanner)
  scanner.expect('.')
  return readCondition(scanner, path, () => readInner(scanner))
}

/** A value in a logic tree may be a list in braces, commas and all. */
function readInner(scanner: TextScanner): string {
  return scanner.match(/\{[^{}]*\}(?=[,)])/y)?.[0] ?? readItem(scanner)
}

/** A value within parentheses: quoted, or all up to the next comma or parenthesis. */
function readItem(scanner: TextScanner): string {
  const start = scanner.at
  const quoted = scanner.sees('"') ? scanner.quoted() : undefined
  if (quoted !== undefined && (scanner.sees(',') || scanner.sees(')'))) return quoted
  scanner.at = start
  return scanner.match(/[^,)]*/y)?.[0] ?? ''
}

function readCondition(scanner: TextScanner, path: Path, readValue: () => string): Filter {
  const start = scanner.at
  const not = scanner.take('not.')
  const match = scanner.match(operatorPattern)
  const operator = match?.[1]
  const quantifier = match?.[2] as 'any' | 'all' | undefined
  if (quantifier && !quantifiable.has(operator ?? '')) scanner.fail('expecting an operator that takes "any" or "all"')
  if (operator === 'in') return { kind: 'in', path, not, values: readList(scanner) }
  if (operator === 'is') {
    const value = readValue().toLowerCase()
    const state = states.find(name => name === value)
    if (!state) throw notUnderstood(scanner.what, scanner.at, 'expecting null, not_null, true, false or unknown')
    return { kind: 'is', path, not, state }
  }
  const comparison = comparisons.find(name => name === operator)
  if (!comparison) {
    scanner.at = start
    scanner.fail('expecting "not" or an operator (eq, gt, …) that is offered here')
  }
  return { kind: 'compare', path, not, operator: comparison, ...(quantifier ? { quantifier } : {}), value: readValue() }
}

/** The client puts quotes around values that hold `,()` and leaves quotes within as they are. */
function readList(scanner: TextScanner): string[] {
  scanner.expect('(')
  if (scanner.take(')')) return []
  const values: string[] = []
  do values.push(readItem(scanner))
  while (scanner.take(','))
  scanner.expect(')')
  return values
}
