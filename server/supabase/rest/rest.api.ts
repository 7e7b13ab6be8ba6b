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
/** One where `accept` is application/vnd.pgrst.object+json; nothing unless `prefer` asks for it. */
const rows = z.union([z.array(anyRow), anyRow])

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
  },
  'POST /rest/v1/:name': {
    summary: 'Inserts rows, or merges them, into a table that the installation adds.',
    params: named,
    query: changeQuery,
    body: rows,
    result: rows,
  },
  'PATCH /rest/v1/:name': {
    summary: 'Updates the rows of such a table that the filters leave.',
    params: named,
    query: changeQuery,
    body: rows,
    result: rows,
  },
  'DELETE /rest/v1/:name': {
    summary: 'Deletes the rows of such a table that the filters leave.',
    params: named,
    query: changeQuery,
    result: rows,
  },
  'GET /rest/v1/rpc/:name': {
    summary: 'Calls a function that only reads, its arguments in the query.',
    params: named,
    query: rowsQuery,
    result: z.unknown(),
  },
  'POST /rest/v1/rpc/:name': {
    summary: 'Calls a function, its arguments in the body.',
    params: named,
    query: rowsQuery,
    body: z.union([anyRow, z.array(z.unknown())]),
    result: z.unknown(),
  },
} satisfies ApiPart

/** Each table of the product by itself, so that its columns can be read in the documentation. */
function describeTable([table, shape]: [string, RowShape]): Described {
  const address = `GET /rest/v1/${table}` as const
  const endpoint = {
    summary: `Lists the rows of ${table} that the bearer may see.`,
    query: rowsQuery,
    // Made when asked for: all of them would delay the start.
    result: z.lazy(() => z.array(schemaOfRow(shape))),
  }
  return {
    ...describe({ [address]: endpoint }, address, { who: 'anyone' }),
    who: 'public-key',
    protocol: restProtocol,
    resultFor: request => resultOf(shape, request),
  }
}

/** Exactly the columns that `select` names; if it renames, casts or embeds, those of the rest are of their type if they are there. */
function resultOf(shape: RowShape, request: FastifyRequest): z.ZodType {
  const { select = '*' } = request.query as { select?: string | string[] }
  const items = String(select).split(/,(?![^()]*\))/)
  const isPlain = items.every(item => item in shape) && !String(request.headers.accept).includes('nulls=stripped')
  const other = new Set(items.flatMap(item => (item in shape ? [] : (/^\w+/.exec(item) ?? []))))
  const shown = Object.entries(shape).filter(([column]) => (isPlain ? items.includes(column) : !other.has(column)))
  const row = schemaOfRow(Object.fromEntries(shown))
  const one = isPlain ? row : z.looseObject(row.partial().shape)
  return z.union([z.array(one), one])
}

export const describedRest: Described[] = [
  ...Object.entries(productRows).map(describeTable),
  ...describeAll(restApi, restProtocol, 'public-key'),
]
