import { maxPatternLength } from '../../patterns.ts'
import type { Filter, Query } from '../run/row-query.ts'
import { RestError } from '../rest-error.ts'

/** Per request, embeds included. */
const maxPatterns = 20

/**
 * Bounds the work per row.
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
  return filter.quantifier ? filter.value.split(',') : [filter.value]
}

const tried = new Set(['like', 'ilike', 'match', 'imatch'])

function tooMuch(what: string): RestError {
  return new RestError(400, 'PGRST100', what, 'Patterns are tried on every row: their length and number are bounded.')
}
