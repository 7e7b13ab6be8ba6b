import { z } from 'zod'
import type { Described } from '#platform/feature.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { bodyContent, type JsonSchema, resultContent, schemaOf } from './content.ts'

export type Listed = Described & { part: string }

export type Operation = { [key: string]: unknown }

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

/** `/a/:id/*` as `/a/{id}/{path}` */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace('*', `{${rest}}`)
}

/** What a `*` at the end of a path is called. */
const rest = 'path'

export function operationOf(one: Listed): Operation {
  const { endpoint, method, path } = one
  const isOurs = path.startsWith('/api/')
  const operation = commonOf(one)
  return {
    ...operation,
    operationId: `${method} ${path}`,
    summary: endpoint.summary,
    ...(one.who !== 'anyone' && method !== 'GET' && isOurs
      ? { parameters: [...operation.parameters, { $ref: '#/components/parameters/idempotency' }] }
      : {}),
    ...(endpoint.body && { requestBody: { required: true, content: bodyContent(endpoint) } }),
    ...(endpoint.messages && {
      'x-messages': { takes: schemaOf(endpoint.messages, 'input'), sends: schemaOf(endpoint.result, 'output') },
    }),
    responses: { ...responsesOf(one), default: { $ref: `#/components/responses/${refusalOf(one)}` } },
  }
}

/** The same headers as of GET, and nothing else: of a refusal too. */
export function headOf(one: Listed): Operation {
  const responses = Object.entries(responsesOf(one)).map(([status, { content: _, ...rest }]) => [status, rest])
  return {
    ...commonOf(one),
    operationId: `HEAD ${one.path}`,
    summary: 'Answers as GET does, with the headers alone.',
    responses: { ...Object.fromEntries(responses), default: { description: 'Refused or failed.' } },
  }
}

export function hasHead({ method, endpoint }: Described): boolean {
  return method === 'GET' && endpoint.head !== false && !endpoint.messages
}

function commonOf(one: Listed): Operation & { parameters: object[] } {
  const { endpoint, who, path, part } = one
  const inWorkspace = who === 'member' || who === 'admin'
  return {
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
      ...(endpoint.partial ? [{ $ref: '#/components/parameters/range' }] : []),
      ...(inWorkspace && path.startsWith('/api/') ? [{ $ref: '#/components/parameters/workspace' }] : []),
    ],
  }
}

type Answer = { description: string; headers?: object; content?: object }

function responsesOf({ endpoint, status, ...one }: Listed): Record<string, Answer> {
  const { headers, forms, statuses = {}, partial } = endpoint
  const hasContent = hasBody({ endpoint, status, ...one })
  const withHeaders = headers && { headers: headersOf(headers) }
  const done = {
    description: 'Done',
    ...withHeaders,
    ...(hasContent && { content: resultContent(endpoint) }),
  }
  return {
    [status]: done,
    ...Object.fromEntries(Object.entries(statuses).map(([other, description]) => [other, { ...done, description }])),
    // Where a page may come instead of sending the browser on.
    ...(!hasContent && forms && { 200: { description: 'Shown instead', content: resultContent(endpoint) } }),
    ...(partial && { 206: { ...done, description: 'A part of it' } }),
  }
}

function headersOf(headers: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, required: true, schema: { type: 'string' } },
    ]),
  )
}

function refusalOf({ protocol }: Described): string {
  return protocol ? refusalName(protocol.name) : 'error'
}

export function refusalName(protocol: string): string {
  return `${protocol}-refusal`
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
    ...new Set(Object.values(endpoint.refusals ?? {})),
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
