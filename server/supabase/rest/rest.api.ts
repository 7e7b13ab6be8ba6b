import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Described, describe, describeAll, type Protocol } from '#platform/feature.ts'
import type { ApiPart } from '#shared/contracts/endpoint.ts'
import { productRows } from './product-rows.ts'
import { type RowShape, schemaOfRow } from './row-shape.ts'

/** A word given twice comes as a list. */
const words = z.union([z.string(), z.array(z.string())])
const read = { select: words.optional(), order: words.optional(), limit: words.optional(), offset: words.optional() }
/** Every further name filters: `column=operator.value`. */
const rowsQuery = z.object({ ...read, and: words.optional(), or: words.optional() }).catchall(words)
const changeQuery = rowsQuery.extend({ columns: words.optional(), on_conflict: words.optional() })
const named = z.object({ name: z.string() })
const anyRow = z.record(z.string(), z.unknown())
const rows = z.array(anyRow)
/** Unless `prefer` asks for the rows there is nothing. */
const changedRows = rows.optional()
const objectType = 'application/vnd.pgrst.object+json'
/** A head and a line for each row; null is empty. */
const csv = z.string()
const rowForms = { [objectType]: anyRow, 'application/vnd.pgrst.array+json': rows, 'text/csv': csv }
const rowBodies = { 'text/csv': csv, 'application/x-www-form-urlencoded': z.string() }
/** Of a function with one argument that has no name: a text, XML or bytes. */
const argumentBodies = {
  'application/x-www-form-urlencoded': z.string(),
  'text/plain': z.string(),
  'text/xml': z.string(),
  'application/octet-stream': z.file(),
}
const anyForms = { [objectType]: z.unknown(), 'application/vnd.pgrst.array+json': z.unknown(), 'text/csv': csv }
const changes = { params: named, query: changeQuery, result: changedRows, forms: rowForms }
const pages = {
  partial: true,
  headers: { 'content-range': 'Which rows these are, and of how many where `prefer: count=exact` asks: `0-24/300`.' },
} as const

export const restProtocol: Protocol = {
  name: 'rest',
  about:
    'Rows, in the protocol of PostgREST. The tables of the product can only be read; `column=operator.value` filters, at most 1,000 rows come. Call it through @supabase/supabase-js.',
  refusal: z.object({
    code: z.string(),
    details: z.union([z.string(), z.array(z.record(z.string(), z.string()))]).nullable(),
    hint: z.string().nullable(),
    message: z.string(),
  }),
}

export const restApi = {
  'GET /rest/v1/:name': {
    summary: 'Lists rows of a table or view, also of those that the installation adds.',
    params: named,
    query: rowsQuery,
    result: rows,
    forms: rowForms,
    ...pages,
  },
  'POST /rest/v1/:name': {
    summary: 'Inserts rows, or merges them, into a table that the installation adds.',
    ...changes,
    body: z.union([rows, anyRow]),
    bodies: rowBodies,
  },
  'PATCH /rest/v1/:name': {
    summary: 'Updates the rows of such a table that the filters leave.',
    ...changes,
    body: z.union([rows, anyRow]),
    bodies: rowBodies,
  },
  'DELETE /rest/v1/:name': {
    summary: 'Deletes the rows of such a table that the filters leave.',
    ...changes,
  },
  'GET /rest/v1/rpc/:name': {
    summary: 'Calls a function that only reads, its arguments in the query.',
    params: named,
    query: rowsQuery,
    result: z.unknown(),
    forms: anyForms,
    partial: true,
  },
  'POST /rest/v1/rpc/:name': {
    summary: 'Calls a function, its arguments in the body.',
    params: named,
    query: rowsQuery,
    body: z.union([anyRow, z.array(z.unknown())]),
    bodies: argumentBodies,
    result: z.unknown(),
    forms: anyForms,
    partial: true,
  },
} satisfies ApiPart

/** Each table of the product by itself, so that its columns can be read in the documentation. */
function describeTable([table, shape]: [string, RowShape]): Described {
  const address = `GET /rest/v1/${table}` as const
  // Made when asked for: all of them would delay the start.
  const row = z.lazy(() => schemaOfRow(shape)).meta({ id: `${table}.row` })
  const endpoint = {
    summary: `Lists the rows of ${table} that the bearer may see.`,
    query: rowsQuery,
    result: z.array(row),
    forms: { [objectType]: row, 'text/csv': csv },
    ...pages,
  }
  return {
    ...describe({ [address]: endpoint }, address, { who: 'anyone' }),
    who: 'public-key',
    protocol: restProtocol,
    resultFor: (request, type) => resultOf(shape, request, type),
  }
}

/** Exactly the columns that `select` names; if it renames, casts or embeds, those of the rest are of their type if they are there. */
function resultOf(shape: RowShape, request: FastifyRequest, type: string): z.ZodType {
  const { select = '*' } = request.query as { select?: string | string[] }
  const items = String(select).split(/,(?![^()]*\))/)
  const isPlain = items.every(item => item in shape) && !String(request.headers.accept).includes('nulls=stripped')
  if (type === 'text/csv') return isPlain ? csv.refine(text => text.split('\n', 1)[0] === items.join(',')) : csv
  const other = new Set(items.flatMap(item => (item in shape ? [] : (/^\w+/.exec(item) ?? []))))
  const shown = Object.entries(shape).filter(([column]) => (isPlain ? items.includes(column) : !other.has(column)))
  const row = schemaOfRow(Object.fromEntries(shown))
  const one = isPlain ? row : z.looseObject(row.partial().shape)
  return type === objectType ? one : z.array(one)
}

export const describedRest: Described[] = [
  ...Object.entries(productRows).map(describeTable),
  ...describeAll(restApi, restProtocol, 'public-key'),
]
