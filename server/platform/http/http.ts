import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import type { z } from 'zod'
import { errorText, type ErrorCode } from '#shared/errors.ts'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import type { Language } from '#shared/words.ts'
import { withinTimeOf } from './caller-time.ts'
import { type Caller, onlyWorkspaceOf } from './caller.ts'
import { minutes } from '../clock.ts'
import { countRequest } from './count-requests.ts'
import { closeAfterAnswers } from './close-connections.ts'
import { recordFullDisk } from '../files/full-disk.ts'
import { checkAnswers } from './answer-checks/check-answers.ts'
import { Failure, failure } from '../errors.ts'
import { describedBy, type Feature, type Route, type Who } from '../feature.ts'
import { once } from '../jobs/idempotency.ts'
import { isUuid, newId } from '../ids.ts'
import { drawInMemory } from '../limits/memory-limit.ts'
import type { Platform } from '../platform.ts'
import { addressOf, trustIn } from './peer.ts'
import { shedLoad } from './shed-load.ts'
import { recordProxy } from './undeclared-proxy.ts'
import { requireFreshSecondStep } from './second-step.ts'

/**
 * Passed in by app.ts, because the platform knows no members.
 * @param keys whether API keys are accepted too
 */
export type ReadCaller = (
  platform: Platform,
  request: FastifyRequest,
  who: Exclude<Who, 'anyone'>,
  keys: boolean,
) => Promise<Caller>

type Connection = { close(code: number, reason: string): void }

const farewellMs = 1000
const maxBodySize = 1_048_576
/** Read before the caller is known; no request needs more. */
const maxActSize = 400_000

export async function makeHttp(
  platform: Platform,
  features: Feature[],
  readCaller: ReadCaller,
  { sheds = false } = {},
): Promise<FastifyInstance> {
  const proxies = platform.config.TRUSTED_PROXIES.split(',')
    .map(part => part.trim())
    .filter(Boolean)
  const trusts = trustIn(proxies)
  const app = fastify({
    logger: false,
    bodyLimit: maxBodySize,
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    trustProxy: proxies.length > 0 ? trusts : false,
    genReqId: request => (isUuid(request.headers['x-request-id']) ? String(request.headers['x-request-id']) : newId()),
    routerOptions: { maxParamLength: 500 },
    http: { headersTimeout: 20_000, maxHeaderSize: 16_384 },
    // For an unreadable address no hook has run yet.
    frameworkErrors(error, request, reply) {
      reply.header('x-content-type-options', 'nosniff')
      sendError(platform, error, request, reply)
    },
  })
  if (sheds)
    shedLoad(app.server, {
      log: platform.log,
      addressOf: request => addressOf(request, trusts),
      refusedOne: () => countRequest(platform, 503, 0),
    })
  // HSTS, subdomains included.
  const isSafe = platform.config.publicUrl.startsWith('https:')
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void readJson(request, body as string, done)
  })
  await app.register(multipart, { limits: { files: 1, fields: 5, headerPairs: 50 }, throwFileSizeLimit: false })
  const cutOthers = closeAfterAnswers(app.server)
  await app.register(websocket, {
    options: { maxPayload: 65_536 },
    preClose(done) {
      // 'Service restart': clients reconnect by themselves.
      const clients: Set<Connection> = app.websocketServer.clients
      for (const client of clients) client.close(1012, 'Service restart')
      setTimeout(cutOthers, farewellMs).unref()
      done()
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (isSafe) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (proxies.length === 0) recordProxy(platform, request)
    const encoding = request.headers['content-encoding']
    if (encoding && encoding !== 'identity') throw failure('request.unsupported_type')
  })
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      id: request.id,
      route: request.routeOptions.url ?? '-',
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    countRequest(platform, reply.statusCode, reply.elapsedTime)
    if (reply.statusCode >= 500) platform.log.error(fields, 'request')
    else platform.log.debug(fields, 'request')
  })
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(platform, error, request, reply))
  if (platform.config.NODE_ENV === 'test') checkAnswers(app, features.flatMap(describedBy))
  for (const feature of features) {
    for (const item of feature.routes ?? []) addRoute(app, platform, item, readCaller)
    const { plugin } = feature
    if (plugin)
      await app.register(async scope =>
        plugin(scope, platform, async (request, who) => {
          const caller = await readCaller(platform, request, who, false)
          requireOwnSession(who, caller)
          return caller
        }),
      )
  }
  return app
}

function addRoute(app: FastifyInstance, platform: Platform, item: Route, readCaller: ReadCaller): void {
  app.route({
    method: item.method,
    url: item.path,
    exposeHeadRoute: item.endpoint.head ?? true,
    bodyLimit: maxActSize,
    async handler(request, reply) {
      const caller = item.who === 'anyone' ? undefined : await readCaller(platform, request, item.who, item.keys)
      if (caller && !item.shops) requireOwnSession(item.who, caller)
      if (caller) limitActs(platform, caller, item.costly)
      if (item.fresh && caller) requireFreshSecondStep(platform, caller)
      const input = {
        ...check(item.endpoint.query, request.query),
        ...check(item.endpoint.body, request.body ?? {}, item.endpoint.refusals),
        ...check(item.endpoint.params, request.params),
      }
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      const act = () => item.run(platform, caller, input as never)
      if (caller && item.method === 'GET')
        return reply.code(item.status).send((await withinTimeOf(platform, caller.personId, act)) ?? {})
      const key = request.headers['idempotency-key']
      if (caller && typeof key === 'string') {
        const scope = `${caller.workspaceId || caller.personId} ${item.method} ${request.url}`
        const result = await once(platform, scope, key, input, item.status, act)
        return reply.code(result.status).send(result.response)
      }
      return reply.code(item.status).send((await act()) ?? {})
    },
  })
}

/** @throws auth.own_sign_in_needed for the account, or the operator's desk, in a session that a workspace's provider opened */
function requireOwnSession(who: Who, { claims }: Caller): void {
  if ((who === 'person' || who === 'operator') && onlyWorkspaceOf(claims) !== null)
    throw failure('auth.own_sign_in_needed')
}

const acts = { max: 3000, windowMs: minutes(1), burst: 2000 }
const costlyActions = { max: 60, windowMs: minutes(1), burst: 40 }

function limitActs(platform: Platform, { personId, workspaceId }: Caller, isCostly: boolean): void {
  drawInMemory(platform, `acts:${personId}`, acts)
  if (isCostly) drawInMemory(platform, `costly acts:${workspaceId || personId}`, costlyActions)
}

function check(schema: z.ZodType | undefined, value: unknown, refusals?: Endpoint['refusals']): object {
  return schema ? (readInput(schema, value, refusals) as object) : {}
}

/** Parses a request by its schema. @throws request.invalid naming the fields; what `refusals` says of the first */
export function readInput<T extends z.ZodType>(
  schema: T,
  value: unknown,
  refusals: Endpoint['refusals'] = {},
): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [first] = result.error.issues
  const code = refusals[String(first?.path[0])]
  if (first && code) throw failure(code, { field: first.path.join('.') })
  throw failure('request.invalid', {
    fields: result.error.issues.map(issue => ({ path: issue.path.join('.'), problem: issue.message })),
  })
}

/** From Accept-Language; Vietnamese by default. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = String(request.headers['accept-language'] ?? '').toLowerCase()
  const vietnamese = wanted.indexOf('vi')
  const english = wanted.indexOf('en')
  return english !== -1 && (vietnamese === -1 || english < vietnamese) ? 'en' : 'vi'
}

const codesOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
}

/** Transient: lock timeout, cancelled, deadlock, no or broken connection, restart. */
const passing = new Set(['55P03', '57014', '40P01', '40001', '53300', '57P01', '57P02', '57P03', '08006', 'ECONNRESET'])

/** Errors outside the catalogue are logged in full and sent as 'unexpected'. */
export function asFailure(platform: Platform, error: unknown, requestId: string): Failure {
  if (error instanceof Failure) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code && codesOfFastify[code]) return failure(codesOfFastify[code])
  if (statusCode && statusCode >= 400 && statusCode < 500) return failure('request.invalid')
  if (code && passing.has(code)) {
    platform.log.warn({ id: requestId, error }, 'The database is busy')
    return failure('server.busy', {}, 2)
  }
  if (recordFullDisk(platform, error)) {
    platform.log.error({ id: requestId, error }, 'The disk is full: nothing new is taken')
    return failure('server.busy', {}, 5)
  }
  platform.log.error({ id: requestId, error }, 'An unexpected error')
  return failure('server.unexpected', { request_id: requestId })
}

function sendError(platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asFailure(platform, error, request.id)
  if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send({
      error: { code: refusal.code, message: errorText(refusal.code, languageOf(request)), details: refusal.details },
    })
}
