import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Claims } from '#platform/sql/database.ts'
import { peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import { withinCallersTime } from '../../caller-limits.ts'
import { callRoutine, findRoutine } from './call-routine.ts'
import { changeRows } from './change-rows.ts'
import { partParameters, readArguments } from '../parse/read-arguments.ts'
import type { Body } from '../parse/read-body.ts'
import { readMediaType } from '../parse/read-media-type.ts'
import { type Preferences, readPreferences } from '../parse/read-preferences.ts'
import { readQuery } from '../parse/read-query.ts'
import { findTable } from './read-rows.ts'
import { RestError } from '../rest-error.ts'
import { mayRollBack, parametersOf, settingsOf, type Way } from './run-request.ts'
import { onlyPublic, textOf } from '../parse/schema-header.ts'

type Named = { Params: { name: string } }
type Claimed = (request: FastifyRequest) => Claims

const acts: Record<string, 'INSERT' | 'UPDATE' | 'DELETE'> = { POST: 'INSERT', PATCH: 'UPDATE', DELETE: 'DELETE' }

export function changeRoutes(app: FastifyInstance, platform: Platform, claimsOf: Claimed): void {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route<Named>({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/rest/v1/:name',
    handler: (request, reply) => change(platform, claimsOf(request), request, reply),
  })
  app.route<Named>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/rest/v1/rpc/:name',
    handler: (request, reply) => call(platform, claimsOf(request), request, reply),
  })
  app.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url: '/rest/v1/rpc/:name',
    handler(request) {
      throw new RestError(405, 'PGRST101', `Cannot use the ${request.method} method on RPC`)
    },
  })
}

async function change(
  platform: Platform,
  claims: Claims,
  request: FastifyRequest<Named>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  onlyPublic(request.headers['content-profile'])
  const media = readMediaType(request.headers.accept)
  const preferences = readPreferences(textOf(request.headers['prefer']))
  const table = await findTable(platform, request.params.name)
  const act = acts[request.method]
  if (!act) throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
  const way = wayOf(platform, claims, request, preferences)
  const wanted = { act, table, parameters: parametersOf(request), body: bodyOf(request), media, preferences }
  const done = await changeRows(platform, way, wanted)
  reply.code(done.status).header('content-range', done.range)
  if (done.location !== undefined) reply.header('location', done.location)
  notifyApplied(reply, done.applied)
  if (done.body === undefined) return reply.send()
  return reply.header('content-type', `${media.type}; charset=utf-8`).send(done.body)
}

/** GET and HEAD are read-only. */
async function call(
  platform: Platform,
  claims: Claims,
  request: FastifyRequest<Named>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isPost = request.method === 'POST'
  onlyPublic(request.headers[isPost ? 'content-profile' : 'accept-profile'])
  const media = readMediaType(request.headers.accept)
  const preferences = readPreferences(textOf(request.headers['prefer']))
  const parameters = parametersOf(request)
  const parted = isPost ? { asked: parameters, given: readArguments(bodyOf(request)) } : partParameters(parameters)
  const matched = await findRoutine(platform, request.params.name, parted.given, claims.role)
  const query = readQuery(parted.asked, isPost ? undefined : textOf(request.headers.range))
  const way = { ...wayOf(platform, claims, request, preferences), readOnly: !isPost }
  const bodyWanted = request.method !== 'HEAD' && !(isPost && preferences.returned === 'minimal')
  const wanted = { query, media, preferences, bodyWanted }
  const answer = await callRoutine(platform, way, matched, parted.given, wanted)
  notifyApplied(reply, appliedTo(preferences, way))
  if (!answer) return reply.code(204).send()
  reply.header('content-range', answer.range)
  if (isPost && !bodyWanted) return reply.code(204).send()
  return reply.code(answer.status).header('content-type', `${media.type}; charset=utf-8`).send(answer.body)
}

function appliedTo(preferences: Preferences, way: Way): string[] {
  return preferences.appliedOf(['count', 'handling', 'max-affected', ...(way.rollback ? (['tx'] as const) : [])])
}

function notifyApplied(reply: FastifyReply, applied: string[]): void {
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '))
}

function wayOf(platform: Platform, claims: Claims, request: FastifyRequest, preferences: Preferences): Way {
  const rollback = preferences.rollback && mayRollBack(platform)
  const within: Way['within'] = run => withinCallersTime(platform, peerOf(request.ip), claims, run)
  return { claims, settings: settingsOf(request), readOnly: false, rollback, within }
}

function bodyOf(request: FastifyRequest): Body {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  return { type: type.trim(), bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) }
}
