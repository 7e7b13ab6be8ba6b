import { z } from 'zod'
import { columnsOfFile, typesOfFile } from '#platform/http/answer-checks/content-types.ts'
import type { Endpoint } from '#shared/contracts/endpoint.ts'

export type JsonSchema = { [key: string]: unknown }

type Content = Record<string, { schema?: JsonSchema }>

/** A file is uploaded by a form, unless its contract names other ways. */
export function bodyContent({ body, bodies = {} }: Endpoint): Content {
  if (!body) return {}
  const file = body instanceof z.ZodFile && schemaOf(body, 'input')
  const first = file
    ? { 'multipart/form-data': { schema: { type: 'object', properties: { file }, required: ['file'] } } }
    : jsonContent(schemaOf(body, 'input'))
  return { ...first, ...contentOfAll(bodies, 'input') }
}

export function resultContent({ result, stream, forms = {} }: Endpoint): Content {
  const others = contentOfAll(forms, 'output')
  if (result instanceof z.ZodVoid) return others
  if (stream) return { 'text/event-stream': { schema: schemaOf(result, 'output') } }
  if (!(result instanceof z.ZodFile)) return { ...jsonContent(schemaOf(result, 'output')), ...others }
  const types = typesOfFile(result)
  return Object.fromEntries((types.length > 0 ? types : ['*/*']).map(type => [type, bytesOf(result)]))
}

function contentOfAll(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Content {
  return Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [
      type,
      schema instanceof z.ZodFile ? bytesOf(schema) : { schema: schemaOf(schema, io) },
    ]),
  )
}

/** Of bytes OpenAPI 3.1 wants no schema; of a table in CSV we name the columns. */
function bytesOf(schema: z.ZodFile): { schema?: JsonSchema } {
  const columns = columnsOfFile(schema)
  if (!columns) return {}
  const description = `UTF-8; the first line names the columns in the caller's language: ${columns.join(', ')}.`
  return { schema: { type: 'string', description } }
}

export function jsonContent(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}

/** JSON Schema 2020-12. Refinements and transforms cannot be expressed. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    '~standard': _standard,
    ...written
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'throw',
    override: ({ jsonSchema }) => {
      // For integers these two bounds mean nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  }) as JsonSchema
  return written
}
