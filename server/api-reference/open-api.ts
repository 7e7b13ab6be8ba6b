import { z } from 'zod'
import type { Described } from '#platform/feature.ts'
import type { ErrorCode } from '#shared/errors.ts'

export type Listed = Described & { part: string }

const whoMay: Record<Described['who'], string> = {
  anyone: 'Open to anyone.',
  person: 'For whoever is signed in.',
  member: 'For members of the shop.',
  admin: 'For admins of the shop.',
  operator: 'For operators of the installation, whose session has passed the second step.',
  'public-key':
    'For programs with the public key of the installation (`apikey`); what they see and do is decided by the rights of their bearer.',
  'secret-key': 'For programs with the secret key of the installation.',
}

export type JsonSchema = { [key: string]: unknown }

type Operation = { [key: string]: unknown }

/** `/a/:id/*` as `/a/{id}/{path}` */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace('*', `{${rest}}`)
}

/** What a `*` at the end of a path is called. */
const rest = 'path'

export function openApiOf(title: string, url: string, listed: Listed[]): object {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const one of listed) {
    const path = templateOf(one.path)
    ;(paths[path] ??= {})[one.method.toLowerCase()] = operationOf(one)
  }
  const { tree, named } = withNamed(paths)
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url }],
    tags: [...new Map(listed.map(one => [one.part, one.protocol]))].map(([name, protocol]) => ({
      name,
      ...(protocol && { description: protocol.about }),
    })),
    paths: tree,
    components: {
      schemas: named,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
      },
      parameters: {
        workspace: {
          name: 'x-workspace',
          in: 'header',
          description: 'The workspace; may stay out for who belongs to one alone.',
          schema: { type: 'string', format: 'uuid' },
        },
        idempotency: {
          name: 'idempotency-key',
          in: 'header',
          description: 'The same key and input again gives the first answer again, for 48 hours.',
          schema: { type: 'string', maxLength: 255 },
        },
      },
      responses: {
        ...refusalsOf(listed),
        error: {
          description: 'Refused or failed: `code` is of the catalogue, `message` for people.',
          content: jsonContent({
            type: 'object',
            properties: {
              error: {
                type: 'object',
                properties: {
                  code: { type: 'string' },
                  message: { type: 'string' },
                  details: { type: 'object', additionalProperties: true },
                },
                required: ['code', 'message', 'details'],
              },
            },
            required: ['error'],
          }),
        },
      },
    },
  }
}

function refusalsOf(listed: Listed[]): object {
  const protocols = new Map(listed.flatMap(({ protocol }) => (protocol ? [[protocol.name, protocol]] : [])))
  return Object.fromEntries(
    [...protocols.values()].map(({ name, refusal }) => [
      refusalName(name),
      {
        description: 'Refused or failed, in the words of Supabase: its client reads them.',
        content: jsonContent(schemaOf(refusal, 'output')),
      },
    ]),
  )
}

function refusalName(protocol: string): string {
  return `${protocol}-refusal`
}

function withNamed(paths: object): { tree: unknown; named: Record<string, unknown> } {
  const named: Record<string, unknown> = {}
  const read = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, inner: unknown) => {
        if (key === '$ref' && typeof inner === 'string') return inner.replace('#/$defs/', '#/components/schemas/')
        if (key !== '$defs') return inner
        for (const [name, schema] of Object.entries(inner as object)) named[name] ??= read(schema)
        return undefined
      }),
    )
  return { tree: read(paths), named }
}

function operationOf(one: Listed): Operation {
  const { endpoint, who, method, path, part, protocol } = one
  const isOurs = path.startsWith('/api/')
  const inWorkspace = who === 'member' || who === 'admin'
  return {
    operationId: `${method} ${path}`,
    summary: endpoint.summary,
    description: whoMay[who],
    tags: [part],
    'x-who': who,
    ...(one.keys && { 'x-api-keys': true }),
    ...(one.fresh && { 'x-fresh-second-step': true }),
    'x-errors': errorsOf(one),
    ...(who !== 'anyone' && { security: [securityOf(one)] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(inWorkspace && isOurs ? [{ $ref: '#/components/parameters/workspace' }] : []),
      ...(who !== 'anyone' && method !== 'GET' && isOurs ? [{ $ref: '#/components/parameters/idempotency' }] : []),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: bodyOf(endpoint.body, protocol !== undefined) } }),
    ...(endpoint.messages && {
      'x-messages': { takes: schemaOf(endpoint.messages, 'input'), sends: schemaOf(endpoint.result, 'output') },
    }),
    responses: {
      [one.status]: {
        description: 'Done',
        ...(hasBody(one) && {
          content: endpoint.stream
            ? { 'text/event-stream': { schema: schemaOf(endpoint.result, 'output') } }
            : contentOf(endpoint.result, 'output'),
        }),
      },
      default: { $ref: `#/components/responses/${protocol ? refusalName(protocol.name) : 'error'}` },
    },
  }
}

export function hasBody({ status, endpoint: { result, messages } }: Described): boolean {
  return status !== 204 && !messages && !(result instanceof z.ZodVoid)
}

function securityOf({ who, protocol }: Described): object {
  if (!protocol) return { bearer: [] }
  return who === 'public-key' ? { apikey: [] } : { apikey: [], bearer: [] }
}

/** The codes that follow from an endpoint's rules; for an action's own see the catalogue. */
export function errorsOf({ protocol, who, fresh, costly, endpoint }: Described): ErrorCode[] {
  if (protocol) return []
  return [
    ...((endpoint.body ?? endpoint.query ?? endpoint.params) ? (['request.invalid'] as const) : []),
    ...(who !== 'anyone' ? (['auth.sign_in_needed', 'auth.second_step_needed', 'request.too_many'] as const) : []),
    ...(who === 'anyone' && costly ? (['request.too_many'] as const) : []),
    ...(who === 'member' || who === 'admin' ? (['workspace.none', 'workspace.choose'] as const) : []),
    ...(who === 'admin' ? (['auth.admin_needed'] as const) : []),
    ...(who === 'operator' ? (['auth.operator_needed', 'operator.second_step_needed'] as const) : []),
    ...(fresh ? (['account.prove_again'] as const) : []),
  ]
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
    additionalProperties?: JsonSchema | boolean
  }
  const named = Object.entries(properties).map(([name, one]) => ({
    name: name === '*' ? rest : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
  if (typeof additionalProperties !== 'object') return named
  // Any further name, spread over the query.
  const others = { type: 'object', additionalProperties }
  return [...named, { name: 'others', in: place, style: 'form', explode: true, schema: others }]
}

/** Supabase's client sends a file as it is, too. */
function bodyOf(schema: z.ZodType, isProtocol: boolean): object {
  const content = contentOf(schema, 'input')
  return isProtocol && isFile(schemaOf(schema, 'input')) ? { ...content, '*/*': {} } : content
}

function contentOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const written = schemaOf(schema, io)
  if (!isFile(written)) return jsonContent(written)
  const { contentMediaType: kind } = written
  if (io === 'output') return { [typeof kind === 'string' ? kind : 'application/octet-stream']: {} }
  return { 'multipart/form-data': { schema: { type: 'object', properties: { file: written }, required: ['file'] } } }
}

function jsonContent(schema: JsonSchema): object {
  return { 'application/json': { schema } }
}

export function isFile(schema: JsonSchema): boolean {
  return schema['format'] === 'binary'
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
