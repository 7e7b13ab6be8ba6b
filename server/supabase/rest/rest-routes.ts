import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Claims } from '#platform/database.ts'
import { asFailure } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'
import { keyRole } from '../api-key.ts'
import { bearerClaims } from '../bearer-claims.ts'
import { readMediaType } from './read-media-type.ts'
import { readPreferences } from './read-preferences.ts'
import { readQuery } from './read-query.ts'
import { findTable, readRows } from './read-rows.ts'
import { fromDatabase, RestError } from './rest-error.ts'

type Named = { Params: { name: string } }

declare module 'fastify' {
  interface FastifyRequest {
    restClaims?: Claims
  }
}

/** `/rest/v1`: rows of `public` under row-level security. What changes rows stands under `/api/v1`. */
export function restPlugin(app: FastifyInstance, platform: Platform): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume() // nothing here reads a body
    done(null)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(platform, error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; sandbox")
    if (request.method !== 'OPTIONS') request.restClaims = await authorise(platform, request)
  })
  app.route<Named>({
    method: ['GET', 'HEAD'],
    url: '/rest/v1/:name',
    handler: (request, reply) => read(platform, request, reply),
  })
  app.route<Named>({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/rest/v1/:name',
    handler: request => refuseChange(platform, request),
  })
  app.route<Named>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/rest/v1/rpc/:name',
    handler: request => refuseCall(request),
  })
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/rest/v1/*',
    handler: () => {
      throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
    },
  })
}

async function authorise(platform: Platform, request: FastifyRequest): Promise<Claims> {
  const role = await keyRole(platform, request)
  if (role === 'missing') throw new RestError(401, 'PGRST302', 'No API key found in request')
  if (!role) throw new RestError(401, 'PGRST301', 'Invalid API key')
  const header = request.headers.authorization
  if (header === undefined) return { role }
  const bearer = /^Bearer (.+)$/i.exec(header)?.[1]
  const result = bearer === undefined ? { refused: 'invalid' } : await bearerClaims(platform, bearer)
  if ('claims' in result) return result.claims
  if (result.refused === 'expired') throw new RestError(401, 'PGRST303', 'JWT expired')
  throw new RestError(
    401,
    'PGRST301',
    result.refused === 'ended' ? 'The session has ended' : 'JWT could not be decoded',
  )
}

async function read(platform: Platform, request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
  onlyPublic(request.headers['accept-profile'])
  const media = readMediaType(request.headers.accept)
  const preferences = readPreferences(textOf(request.headers['prefer']))
  const table = await findTable(platform, request.params.name)
  const query = readQuery(new URL(request.url, 'http://localhost').searchParams, textOf(request.headers.range))
  const bodyWanted = request.method !== 'HEAD' || media.single
  const answer = await readRows(platform, claimsOf(request), table, query, { media, preferences, bodyWanted })
  reply.code(answer.status).header('content-range', answer.range).header('content-type', `${media.type}; charset=utf-8`)
  if (preferences.applied.length > 0) reply.header('preference-applied', preferences.applied.join(', '))
  return reply.send(answer.body)
}

/** Tables that a role may not change are refused as the database would; the others wait for their statements here. */
async function refuseChange(platform: Platform, request: FastifyRequest<Named>): Promise<never> {
  onlyPublic(request.headers['content-profile'])
  const table = await findTable(platform, request.params.name)
  const claims = claimsOf(request)
  const acts: Record<string, string> = { POST: 'INSERT', PUT: 'INSERT', PATCH: 'UPDATE', DELETE: 'DELETE' }
  if (!table.writers[claims.role]?.includes(acts[request.method] ?? ''))
    throw new RestError(claims.sub === undefined ? 401 : 403, '42501', `permission denied for table ${table.name}`)
  throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
}

function refuseCall(request: FastifyRequest<Named>): never {
  const name = request.params.name
  throw new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name} in the schema cache`,
    `Searched for the function public.${name}, but no matches were found in the schema cache.`,
  )
}

function onlyPublic(profile: string | string[] | undefined): void {
  if (profile === undefined || profile === 'public') return
  throw new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${textOf(profile)}`,
    null,
    'Only the following schemas are exposed: public',
  )
}

function refuse(platform: Platform, error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const told =
    error instanceof RestError
      ? error
      : (fromDatabase(error, request.restClaims?.sub !== undefined) ?? unexpected(platform, error, request))
  if (told.status === 401) reply.header('www-authenticate', 'Bearer')
  if (told.status === 503) reply.header('retry-after', '2')
  if (told.status === 416) reply.header('content-range', '*/*')
  if (told.status >= 500) platform.log.error({ id: request.id, error }, 'A read failed')
  const { code, details, hint, message } = told
  return reply.code(told.status).type('application/json; charset=utf-8').send({ code, details, hint, message })
}

function unexpected(platform: Platform, error: FastifyError, request: FastifyRequest): RestError {
  const failure = asFailure(platform, error, request.id)
  return new RestError(failure.status, failure.code, failure.message)
}

function claimsOf(request: FastifyRequest): Claims {
  if (!request.restClaims) throw new Error('The bearer was not read.')
  return request.restClaims
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
