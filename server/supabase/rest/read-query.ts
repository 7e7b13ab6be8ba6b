import { type Filter, parseFilter, parseLogic } from './parse-filter.ts'
import { type Order, parseOrder, parseSelect, type Selected } from './parse-select.ts'
import { RestError } from './rest-error.ts'

export type Query = {
  select: Selected[]
  filters: Filter[]
  order: Order[]
  offset: number
  /** undefined: as many as there are, up to the cap */
  limit: number | undefined
}

const logic = new Set(['and', 'or', 'not.and', 'not.or'])
const mostFilters = 100

/**
 * The query of an address, and the `Range` header where there is one.
 * @throws PGRST100 for what cannot be read, PGRST103 for an impossible window, PGRST108 for a filter on a relation
 */
export function readQuery(parameters: URLSearchParams, range: string | undefined): Query {
  const query: Query = { select: [{ kind: 'all' }], filters: [], order: [], offset: 0, limit: undefined }
  for (const [name, value] of parameters) {
    if (name === 'select') query.select = parseSelect(value)
    else if (name === 'order') query.order = value === '' ? [] : parseOrder(value)
    else if (name === 'limit') query.limit = wholeNumber(name, value)
    else if (name === 'offset') query.offset = wholeNumber(name, value)
    else if (logic.has(name)) query.filters.push(parseLogic(name, value))
    else if (name !== 'apikey' && name !== 'columns') query.filters.push(readFilter(name, value))
    if (query.filters.length > mostFilters) throw new RestError(400, 'PGRST100', `more than ${mostFilters} filters`)
  }
  return withRange(query, range)
}

function readFilter(name: string, value: string): Filter {
  const relation = /^([\p{L}\p{N}_]+)\./u.exec(name)?.[1]
  if (relation !== undefined)
    throw new RestError(
      400,
      'PGRST108',
      `'${relation}' is not an embedded resource in this request`,
      null,
      `Verify that '${relation}' is included in the 'select' query parameter.`,
    )
  return parseFilter(name, value)
}

function wholeNumber(name: string, value: string): number {
  if (!/^-?\d{1,15}$/.test(value)) throw new RestError(400, 'PGRST100', `failed to parse ${name} parameter (${value})`)
  const number = Number(value)
  if (number < 0)
    throw notSatisfiable(`${name === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`)
  return number
}

/** `Range: 0-24` narrows what `limit` and `offset` say. */
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
