import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Claims } from '#platform/sql/database.ts'
import { asFailure } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { peerOf } from '#platform/http/peer.ts'
import { keyRole, keySent } from '../api-key.ts'
import { bearerClaims } from '../bearer-claims.ts'
import { limitCaller } from '../caller-limits.ts'
import { payerOf } from './sockets/budgets.ts'
import type { Version } from './sockets/frames.ts'
import { type Hub, makeHub } from './topics/hub.ts'
import { startLiveRows } from './row-changes/live-rows.ts'
import type { Opening, WireSocket } from './sockets/live-socket.ts'
import { isSameOrigin } from './sockets/same-origin.ts'
import { messageList, sendOverHttp } from './topics/send-over-http.ts'
import { serveSocket } from './sockets/serve-socket.ts'
import { startSweeping } from './sockets/sweep.ts'
import { startPrograms } from './topics/notify-subscribers.ts'

/** Per process. */
const maxSockets = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    liveClaims?: Claims
  }
}

export function realtimePlugin(app: FastifyInstance, platform: Platform): void {
  const hub = makeHub(platform)
  const stopRows = startLiveRows(platform, hub)
  const programs = startPrograms(platform, hub)
  const served = { platform, hub, programs }
  const stopSweeping = startSweeping(platform, hub)
  app.addHook('preClose', async () => {
    stopSweeping()
    stopRows()
    programs.stop()
    hub.stop()
  })
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, request, reply) => {
    const { status, message, retryAfter } = asFailure(platform, error, request.id)
    if (retryAfter) reply.header('retry-after', String(retryAfter))
    return reply.code(status).send({ error: message })
  })
  async function send(request: FastifyRequest, reply: FastifyReply, input: unknown): Promise<FastifyReply> {
    const body = messageList.safeParse(input)
    if (!body.success)
      return reply
        .code(422)
        .send({ errors: body.error.issues.map(issue => ({ [issue.path.join('.')]: issue.message })) })
    const claims = claimsOf(request)
    const { messages } = body.data
    limitCaller(platform, request, claims, 'broadcasts', messages.length)
    await sendOverHttp(platform, claims, messages)
    return reply.code(202).send()
  }
  app.get(
    '/realtime/v1/websocket',
    {
      websocket: true,
      exposeHeadRoute: false,
      preValidation: (request, reply) => admit(platform, hub, request, reply),
    },
    (ws: WireSocket, request) => serveSocket(served, ws, versionOf(request) ?? '2.0.0', openingOf(request)),
  )
  app.post(
    '/realtime/v1/api/broadcast',
    { preValidation: (request, reply) => authorise(platform, request, reply) },
    async (request, reply) => send(request, reply, request.body),
  )
  app.post<{ Params: { topic: string; event: string }; Querystring: { private?: string } }>(
    '/realtime/v1/api/broadcast/:topic/events/:event',
    { preValidation: (request, reply) => authorise(platform, request, reply) },
    async (request, reply) => {
      const { topic, event } = request.params
      const payload = request.body instanceof Uint8Array ? new Uint8Array(request.body) : (request.body ?? {})
      return send(request, reply, { messages: [{ topic, event, payload, private: request.query.private === 'true' }] })
    },
  )
}

/** Refused before the upgrade, so that the client sees why. */
async function admit(
  platform: Platform,
  hub: Hub,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!isSameOrigin(request, platform.config.publicUrl))
    return reply.code(403).send({ error: 'This origin may not connect' })
  if (versionOf(request) === undefined) return reply.code(400).send({ error: 'vsn is 1.0.0 or 2.0.0' })
  if (hub.sockets.size >= maxSockets)
    return reply.code(429).header('retry-after', '10').send({ error: 'Too many connections' })
  const refused = await authorise(platform, request, reply)
  if (refused) return refused
  const payer = payerOf(peerOf(request.ip), claimsOf(request))
  const waitMs = hub.budgets.pausedFor(payer, platform.clock.now())
  if (waitMs === 0 && hub.budgets.admits(payer, 'sockets')) return undefined
  return reply
    .code(429)
    .header('retry-after', String(Math.ceil(waitMs / 1000) || 10))
    .send({ error: waitMs > 0 ? 'Too many messages' : 'Too many connections' })
}

async function authorise(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const refuse = (error: string) => reply.code(401).header('www-authenticate', 'Bearer').send({ error })
  const role = await keyRole(platform, request)
  if (role === 'missing' || role === undefined) return refuse(role ? 'No API key found in request' : 'Invalid API key')
  request.liveClaims = { role }
  const bearer = bearerOf(request)
  if (bearer === undefined) return undefined
  const result = await bearerClaims(platform, bearer, request.ip)
  if ('refused' in result) return refuse(result.refused === 'expired' ? 'Token has expired' : 'Invalid token')
  request.liveClaims = result.claims
  return undefined
}

function versionOf(request: FastifyRequest): Version | undefined {
  const { vsn = '1.0.0' } = request.query as { vsn?: unknown }
  return vsn === '1.0.0' || vsn === '2.0.0' ? vsn : undefined
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function openingOf(request: FastifyRequest): Opening {
  return { claims: claimsOf(request), key: String(keySent(request)), bearer: bearerOf(request), ip: request.ip }
}

function claimsOf(request: FastifyRequest): Claims {
  if (!request.liveClaims) throw new Error('The key was not read.')
  return request.liveClaims
}
