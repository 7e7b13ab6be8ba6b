import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Described } from '../../feature.ts'
import { checkedStream, misfitOfContent } from './check-content.ts'
import { contentType, isJson } from './content-types.ts'
import { issuesOf, misfit } from './misfit.ts'

/** Tests only: an answer that does not fit its endpoint's description becomes a 500, so that the documentation stays true. */
export function checkAnswers(app: FastifyInstance, described: Described[]): void {
  const byAddress = new Map(described.map(one => [`${one.method} ${one.path}`, one]))
  app.addHook('onSend', async (request, reply, payload) => {
    // HEAD is answered as GET is, as far as that goes.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const [path = ''] = request.url.split('?', 1)
    const one = byAddress.get(`${method} ${path}`) ?? byAddress.get(`${method} ${request.routeOptions.url}`)
    const problem = one && (await problemOf(one, request, reply, payload))
    if (problem) {
      const words = `${request.method} ${request.routeOptions.url} does not fit its schema. ${problem}`
      console.error(words)
      throw new Error(words)
    }
    return one && payload instanceof Readable ? checkedStream(one, reply, payload) : payload
  })
}

async function problemOf(
  one: Described,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<string | undefined> {
  const { endpoint, protocol } = one
  if (reply.statusCode < 300)
    return (protocol && misfitOfRequest(endpoint, request)) ?? misfitOfContent(one, request, reply, payload)
  if (!protocol || typeof payload !== 'string' || payload === '' || reply.statusCode === 304) return undefined
  return isJson(contentType(reply.getHeader('content-type')))
    ? misfit(protocol.refusal, JSON.parse(payload))
    : undefined
}

/** Our own routes parse by the schema itself; a protocol's plugin may read on its own. */
function misfitOfRequest(endpoint: Described['endpoint'], request: FastifyRequest): string | undefined {
  const type = contentType(request.headers['content-type'])
  const { params, query, body, bodies = {} } = endpoint
  const sent = bodyOf(request, type)
  for (const [name, schema, value] of [
    ['path', params, request.params],
    ['query', query, request.query],
    ['body', sent === undefined || type in bodies ? undefined : body, sent],
  ] as const) {
    const read = schema?.safeParse(value)
    if (read?.success === false) return `Its ${name} was accepted: ${issuesOf(read.error)}`
  }
  const isForm = body instanceof z.ZodFile && type === 'multipart/form-data'
  const isKnown = type === '' || isJson(type) || isForm || type in bodies || '*/*' in bodies
  // Some protocols read JSON whatever it is called.
  const isRead = typeof request.body === 'object' && !Buffer.isBuffer(request.body) && request.body !== null
  return body && Number(request.headers['content-length']) > 0 && !isKnown && !isRead
    ? `Its body was accepted as ${type}.`
    : undefined
}

/** @returns undefined for what is no JSON */
function bodyOf({ body }: FastifyRequest, type: string): unknown {
  if (!Buffer.isBuffer(body)) return body ?? undefined
  return isJson(type) && body.length > 0 ? JSON.parse(body.toString()) : undefined
}
