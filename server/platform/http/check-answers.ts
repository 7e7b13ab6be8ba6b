import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Described } from '../feature.ts'

/** Tests only: an answer that does not fit its endpoint's schema becomes a 500, so that the documentation stays true. */
export function checkAnswers(app: FastifyInstance, described: Described[]): void {
  const byAddress = new Map(described.map(one => [`${one.method} ${one.path}`, one]))
  app.addHook('onSend', async (request, reply, payload) => {
    const [path = ''] = request.url.split('?', 1)
    const one =
      byAddress.get(`${request.method} ${path}`) ?? byAddress.get(`${request.method} ${request.routeOptions.url}`)
    const problem = one && problemOf(one, request, reply, payload)
    if (problem) {
      const words = `${request.method} ${request.routeOptions.url} does not fit its schema. ${problem}`
      console.error(words)
      throw new Error(words)
    }
    return payload
  })
}

function problemOf(one: Described, request: FastifyRequest, reply: FastifyReply, payload: unknown): string | undefined {
  const { endpoint, protocol } = one
  const isDone = reply.statusCode < 300
  const asked = isDone && protocol ? misfitOfRequest(endpoint, request) : undefined
  if (asked) return asked
  const schema = isDone ? (one.resultFor?.(request) ?? endpoint.result) : protocol?.refusal
  const isJson = typeof payload === 'string' && payload !== '' && typeOf(reply.getHeader('content-type')) === 'json'
  return isJson && reply.statusCode !== 304 ? misfit(schema, JSON.parse(payload)) : undefined
}

/** Our own routes parse by the schema itself; a protocol's plugin may read on its own. */
function misfitOfRequest({ params, query, body }: Described['endpoint'], request: FastifyRequest): string | undefined {
  const sent = bodyOf(request)
  for (const [name, schema, value] of [
    ['path', params, request.params],
    ['query', query, request.query],
    ['body', sent === undefined ? undefined : body, sent],
  ] as const) {
    const read = schema?.safeParse(value)
    if (read?.success === false) return `Its ${name} was accepted: ${issuesOf(read.error)}`
  }
  return undefined
}

/** @returns undefined for what is no JSON */
function bodyOf({ body, headers }: FastifyRequest): unknown {
  if (!Buffer.isBuffer(body)) return body ?? undefined
  return typeOf(headers['content-type']) === 'json' && body.length > 0 ? JSON.parse(body.toString()) : undefined
}

function typeOf(header: unknown): 'json' | 'other' {
  return /^application\/([\w.-]+\+)?json\b/.test(String(header)) ? 'json' : 'other'
}

export function misfit(schema: z.ZodType | undefined, value: unknown): string | undefined {
  if (!schema) return undefined
  const json: unknown = JSON.parse(JSON.stringify(value))
  const read = schema.safeParse(json)
  if (read.success)
    return isDeepStrictEqual(read.data, json) ? undefined : `It does not know ${unknownIn(json, read.data)}.`
  return issuesOf(read.error)
}

function issuesOf(error: z.ZodError): string {
  return error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; ')
}

function unknownIn(json: unknown, known: unknown, path = 'the answer'): string {
  if (!isRecord(json) || !isRecord(known)) return path
  const parts = Object.keys(json).find(key => !isDeepStrictEqual(json[key], known[key]))
  return parts === undefined ? path : unknownIn(json[parts], known[parts], `${path}.${parts}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
