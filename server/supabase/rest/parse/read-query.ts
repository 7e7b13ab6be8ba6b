import { boundPatterns } from '../plan/bound-patterns.ts'
import { parseFilter, parseLogic, readPath } from './parse-filter.ts'
import { parseOrder, parseSelect } from './parse-select.ts'
import type { Path, Query } from '../run/row-query.ts'
import { notEmbedded, RestError } from '../rest-error.ts'
import { TextScanner } from './text-scanner.ts'

const maxFilters = 100
const ignored = new Set(['apikey', 'select', 'columns', 'on_conflict'])

/** @throws PGRST100 for unreadable, PGRST103 for an impossible window, PGRST108 for a relation that is not embedded */
export function readQuery(parameters: URLSearchParams, range: string | undefined): Query {
  const select = parseSelect(parameters.get('select') ?? '*')
  const root: Query = { select, filters: [], order: [], offset: 0, limit: undefined }
  let filters = 0
  for (const [name, value] of parameters) {
    if (ignored.has(name)) continue
    const { relations, not, path } = readName(name)
    const query = relations.reduce(embeddedIn, root)
    const word = path.steps.length === 0 ? path.column : ''
    if (word === 'order') query.order = value === '' ? [] : parseOrder(value)
    else if (word === 'limit') query.limit = wholeNumber(word, value)
    else if (word === 'offset') query.offset = wholeNumber(word, value)
    else if (++filters > maxFilters) throw new RestError(400, 'PGRST100', `more than ${maxFilters} filters`)
    else if (word === 'and' || word === 'or') query.filters.push(parseLogic(word, not, value))
    else query.filters.push(parseFilter(path, value))
  }
  boundPatterns(root)
  return withRange(root, range)
}

function readName(name: string): { relations: string[]; not: boolean; path: Path } {
  const scanner = new TextScanner(name, `failed to parse tree path (${name})`)
  const relations: string[] = []
  let path = readPath(scanner)
  while (path.steps.length === 0 && scanner.take('.')) {
    relations.push(path.column)
    path = readPath(scanner)
  }
  if (!scanner.done) scanner.fail('expecting ".", "->" or the end')
  const not = relations.at(-1) === 'not' && (path.column === 'and' || path.column === 'or')
  return { relations: not ? relations.slice(0, -1) : relations, not, path }
}

function embeddedIn(query: Query, name: string): Query {
  const embeds = query.select.filter(item => item.kind === 'relation')
  const found = embeds.find(item => item.alias === name) ?? embeds.find(item => item.name === name)
  if (!found) throw notEmbedded(name)
  return found.query
}

function wholeNumber(name: string, value: string): number {
  if (!/^-?\d{1,15}$/.test(value)) throw new RestError(400, 'PGRST100', `failed to parse ${name} parameter (${value})`)
  const number = Number(value)
  if (number < 0)
    throw notSatisfiable(`${name === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`)
  return number
}

function withRange(query: Query, range: string | undefined): Query {
  const match = /^(\d{1,15})-(\d{1,15})?$/.exec(range ?? '')
  if (!match) return query
  const first = Number(match[1])
  if (match[2] === undefined) return { ...query, offset: Math.max(query.offset, first) }
  const last = Number(match[2])
  if (last < first)
    throw notSatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  const offset = Math.max(query.offset, first)
  const end = Math.min(last + 1, query.limit === undefined ? Infinity : query.offset + query.limit)
  return { ...query, offset, limit: Math.max(0, end - offset) }
}

export function notSatisfiable(details: string): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', details)
}
