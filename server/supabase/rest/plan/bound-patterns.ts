import { maxPatternLength } from '../../patterns.ts'
import type { Filter, Query } from '../run/row-query.ts'
import { RestError } from '../rest-error.ts'

/** In a whole request, with all that is embedded. */
const maxPatterns = 20

/**
 * What is compared with every row by trying (patterns and searches for words) has a length and a number.
 * @throws PGRST100
 */
export function boundPatterns(query: Query): void {
  const patterns = patternsOf(query)
  if (patterns.length > maxPatterns) throw tooMuch(`more than ${maxPatterns} patterns`)
  if (patterns.some(pattern => pattern.length > maxPatternLength))
    throw tooMuch(`a pattern of more than ${maxPatternLength} characters`)
}

function patternsOf({ filters, select }: Query): string[] {
  const embedded = select.flatMap(item => (item.kind === 'relation' ? patternsOf(item.query) : []))
  return [...filters.flatMap(patternsIn), ...embedded]
}

function patternsIn(filter: Filter): string[] {
  if ('filters' in filter) return filter.filters.flatMap(patternsIn)
  if (filter.kind === 'search') return [filter.value]
  if (filter.kind !== 'compare' || !tried.has(filter.operator)) return []
  // A list of patterns, `{a,b}`: each is one.
  return filter.quantifier ? filter.value.split(',') : [filter.value]
}

const tried = new Set(['like', 'ilike', 'match', 'imatch'])

function tooMuch(what: string): RestError {
  return new RestError(400, 'PGRST100', what, 'Patterns are tried on every row: their length and number are bounded.')
}
