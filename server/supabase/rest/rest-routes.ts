import { METHODS } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Claims } from '#platform/sql/database.ts'
import { Failure } from '#platform/errors.ts'
import { asFailure, languageOf } from '#platform/http/http.ts'
import { peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import { errorText } from '#shared/errors.ts'
import { keyRole } from '../api-key.ts'
import { sessionGuard, standingOfState } from '../auth/sessions/live-session.ts'
import { bearerClaims, namedBy, type Refused, secondStepNeeded } from '../bearer-claims.ts'
import { withinCallersTime } from '../caller-limits.ts'
import { reloadOnNotify } from '../reload-schema.ts'
import { isKnown } from './run/change-errors.ts'
import { changeRoutes } from './run/change-routes.ts'
import { readMediaType } from './parse/read-media-type.ts'
import { readPreferences } from './parse/read-preferences.ts'
import { findTable, readRows } from './run/read-rows.ts'
import { fromDatabase, RestError } from './rest-error.ts'
import { parametersOf, settingsOf, type Way } from './run/run-request.ts'
import { onlyPublic, textOf } from './parse/schema-header.ts'

const rowsAddress = '/rest/v1/:name'

type Named = { Params: { name: string } }

declare module 'fastify' {
  interface FastifyRequest {
    restClaims?: Claims
  }
}

/** The product's own rows are changed only under `/api/v1`. */
export function restPlugin(app: FastifyInstance, platform: Platform): void {
  app.removeAllContentTypeParsers()
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(platform, error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; sandbox")
    if (request.method !== 'OPTIONS') request.restClaims = await authorise(platform, request)
  })
  app.route<Named>({
    method: ['GET', 'HEAD'],
    url: rowsAddress,
    handler: (request, reply) => read(platform, request, reply),
  })
  changeRoutes(app, platform, claimsOf)
  app.addHook('onListen', () => reloadOnNotify(platform))
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/rest/v1/*',
    handler: () => {
      throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
    },
  })
  refuseOtherMethods(app)
}

/** PROPFIND and the like get this protocol's error, not a 404 page. */
function refuseOtherMethods(app: FastifyInstance): void {
  const others = METHODS.filter(method => !answered.has(method))
  for (const method of others) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.route({
    method: others,
    url: '/rest/v1/*',
    handler: request => {
      throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
    },
  })
}

/** CONNECT never arrives here. */
const answered = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'])

async function authorise(platform: Platform, request: FastifyRequest): Promise<Claims> {
  const role = await keyRole(platform, request)
  if (role === 'missing') throw new RestError(401, 'PGRST302', 'No API key found in request')
  if (!role) throw new RestError(401, 'PGRST301', 'Invalid API key')
  const header = request.headers.authorization
  if (header === undefined) return { role }
  const bearer = /^Bearer (.+)$/i.exec(header)?.[1]
  if (bearer === undefined) throw refusal('invalid')
  // Reads check the session in the same exchange.
  const result = await (isRead(request) ? namedBy : bearerClaims)(platform, bearer, request.ip)
  if ('claims' in result) return result.claims
  throw refusal(result.refused)
}

function isRead({ method, routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === rowsAddress && (method === 'GET' || method === 'HEAD')
}

function refusal(refused: Refused): RestError {
  if (refused === 'expired') return new RestError(401, 'PGRST303', 'JWT expired')
  if (refused === 'half') return new RestError(403, 'insufficient_aal', secondStepNeeded)
  return new RestError(401, 'PGRST301', refused === 'ended' ? 'The session has ended' : 'JWT could not be decoded')
}

async function read(platform: Platform, request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
  onlyPublic(request.headers['accept-profile'])
  const media = readMediaType(request.headers.accept)
  const preferences = readPreferences(textOf(request.headers['prefer']))
  const table = await findTable(platform, request.params.name)
  const ask = { table, parameters: parametersOf(request), range: textOf(request.headers.range) }
  const bodyWanted = request.method !== 'HEAD' || media.single
  const claims = claimsOf(request)
  const guard = claims.role === 'authenticated' ? sessionGuard(platform, claims) : undefined
  const within: Way['within'] = run => withinCallersTime(platform, peerOf(request.ip), claims, run)
  const way = { claims, settings: settingsOf(request), guard, readOnly: true, rollback: false, within }
  const answer = await readRows(platform, way, ask, { media, preferences, bodyWanted })
  reply.code(answer.status).header('content-range', answer.range).header('content-type', `${media.type}; charset=utf-8`)
  if (preferences.applied.length > 0) reply.header('preference-applied', preferences.applied.join(', '))
  return reply.send(answer.body)
}

function refuse(platform: Platform, error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const restError = asRestError(platform, error, request)
  if (restError.status === 401) reply.header('www-authenticate', 'Bearer')
  if (restError.status === 503) reply.header('retry-after', '2')
  if (error instanceof Failure && error.retryAfter) reply.header('retry-after', String(error.retryAfter))
  if (restError.status === 416) reply.header('content-range', '*/*')
  if (restError.status >= 500) platform.log.error({ id: request.id, error }, 'A request for rows failed')
  const { code, details, hint, message } = restError
  return reply.code(restError.status).type('application/json; charset=utf-8').send({ code, details, hint, message })
}

function asRestError(platform: Platform, error: FastifyError, request: FastifyRequest): RestError {
  if (error instanceof RestError) return error
  const standing = standingOfState.get(error.code)
  if (standing) return refusal(standing)
  return fromDatabase(error, isKnown(request.restClaims)) ?? unexpected(platform, error, request)
}

function unexpected(platform: Platform, error: FastifyError, request: FastifyRequest): RestError {
  const failure = asFailure(platform, error, request.id)
  return new RestError(failure.status, failure.code, errorText(failure.code, languageOf(request)))
}

function claimsOf(request: FastifyRequest): Claims {
  if (!request.restClaims) throw new Error('The bearer was not read.')
  return request.restClaims
}
