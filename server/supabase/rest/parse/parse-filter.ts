import { type Comparison, comparisons, type Filter, type Path, searches, states } from '../run/row-query.ts'
import { notUnderstood } from '../rest-error.ts'
import { TextScanner } from './text-scanner.ts'

const quantifiable = new Set<Comparison>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const deepest = 10
const operatorPattern = /([a-z]+)(?:\(([^()]*)\))?\./y

export function readPath(scanner: TextScanner): Path {
  const path: Path = { column: scanner.name(), steps: [] }
  for (let match = scanner.match(/->>?/y); match; match = scanner.match(/->>?/y)) {
    const index = scanner.match(/-?\d+(?![\p{L}\p{N}_])/uy)
    path.steps.push({ arrow: match[0] as '->' | '->>', key: index ? Number(index[0]) : scanner.name() })
  }
  return path
}

export function parseFilter(path: Path, text: string): Filter {
  const scanner = new TextScanner(text, `failed to parse filter (${text})`)
  const filter = readCondition(scanner, path, () => scanner.rest())
  if (!scanner.done) scanner.fail('expecting the end')
  return filter
}

export function parseLogic(kind: 'and' | 'or', not: boolean, text: string): Filter {
  const scanner = new TextScanner(text, `failed to parse logic tree (${text})`)
  const filters = readGroup(scanner, 1)
  if (!scanner.done) scanner.fail('expecting the end')
  return { kind, not, filters }
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

/** May be a list in braces, commas included. */
function readInner(scanner: TextScanner): string {
  return scanner.match(/\{[^{}]*\}(?=[,)])/y)?.[0] ?? readItem(scanner)
}

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
  const [, operator, option] = scanner.match(operatorPattern) ?? []
  if (operator === 'in' && option === undefined) return { kind: 'in', path, not, values: readList(scanner) }
  if (operator === 'is' && option === undefined) {
    const value = readValue().toLowerCase()
    const state = states.find(name => name === value)
    if (!state) throw notUnderstood(scanner.what, scanner.at, 'expecting null, not_null, true, false or unknown')
    return { kind: 'is', path, not, state }
  }
  const search = searches.find(name => name === operator)
  if (search && option !== '')
    return { kind: 'search', path, not, operator: search, language: option, value: readValue() }
  const comparison = comparisons.find(name => name === operator)
  if (comparison && option === undefined)
    return { kind: 'compare', path, not, operator: comparison, value: readValue() }
  if (comparison && quantifiable.has(comparison) && (option === 'any' || option === 'all'))
    return { kind: 'compare', path, not, operator: comparison, quantifier: option, value: readValue() }
  scanner.at = start
  return scanner.fail('expecting "not" or operator (eq, gt, ...)')
}

/** The client quotes values that hold `,()` without escaping quotes inside. */
function readList(scanner: TextScanner): string[] {
  scanner.expect('(')
  if (scanner.take(')')) return []
  const values: string[] = []
  do values.push(readItem(scanner))
  while (scanner.take(','))
  scanner.expect(')')
  return values
}
