import type { FastifyInstance, FastifyRequest } from 'fastify'
import { widgetOfTicket } from '#features/channels/website/find-widget.ts'
import { admitVisitor } from '#features/channels/website/visitor-bursts.ts'
import { visitorLimits } from '#features/channels/website/visitor-limits.ts'
import { channelOfToken, readVisitor } from '#features/channels/website/website-visitor.ts'
import { failure } from '#platform/errors.ts'
import { readInput } from '#platform/http/http.ts'
import { challengeFor } from '#platform/http/human-check.ts'
import { identifiesNobody, peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import { afterQuery, ratingBody, sessionBody, visitorMessageBody } from '#shared/contracts/widget.api.ts'
import { openVisitorSession } from './open-visitor-session.ts'
import { rateAnswer } from './rate-answer.ts'
import { giveVisitorFile, takeVisitorFile } from './visitor-files.ts'
import { makeVisitorStreams } from './visitor-events.ts'
import { startCursor } from './visitor-history.ts'
import { listVisitorMessages, sendVisitorMessage } from './visitor-messages.ts'
import { readBody, visitorReads, visitorTypes } from './visitor-typing.ts'

/** Bearer: the visitor's token. No other browser origin may call these. */
export function visitorRoutes(app: FastifyInstance, platform: Platform): void {
  const limits = visitorLimits(platform)
  const streams = makeVisitorStreams(platform)

  async function admit(request: FastifyRequest, kind: 'messages' | 'files'): Promise<void> {
    const channel = channelOfToken(platform, bearer(request))
    if (channel) await admitVisitor(platform, request, { key: channel.id, channel }, kind)
  }

  app.addHook('preClose', async () => streams.closeAll())
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; sandbox" })
  })

  app.get('/widget/v1/human-check', async request => {
    limits.count(request, 'others')
    return challengeFor(platform, 'burst')
  })
  app.post('/widget/v1/sessions', async request => {
    limits.count(request, 'sessions')
    const input = readInput(sessionBody, request.body ?? {})
    const widget = widgetOfTicket(platform, input.ticket)
    const isKnown = channelOfToken(platform, `Bearer ${input.visitor_token ?? ''}`) !== undefined
    if (widget && !isKnown) await admitVisitor(platform, request, { key: widget }, 'sessions')
    return limits.gate(() => openVisitorSession(platform, input))
  })
  app.post('/widget/v1/messages', async (request, reply) => {
    limits.count(request, 'messages')
    const input = readInput(visitorMessageBody, request.body ?? {})
    await admit(request, 'messages')
    const stored = await limits.gate(() => sendVisitorMessage(platform, bearer(request), input))
    return reply.code(201).send(stored)
  })
  app.get('/widget/v1/messages', async request => {
    limits.count(request, 'others')
    return listVisitorMessages(platform, bearer(request), readInput(afterQuery, request.query))
  })
  app.post('/widget/v1/files', async (request, reply) => {
    limits.count(request, 'messages')
    return reply
      .code(201)
      .send(await limits.gate(() => takeVisitorFile(platform, request, () => admit(request, 'files'))))
  })
  app.get('/widget/v1/files/:id', async (request, reply) => {
    limits.count(request, 'others')
    return giveVisitorFile(platform, request, reply)
  })
  app.post('/widget/v1/typing', async (request, reply) => {
    limits.count(request, 'others')
    await limits.gate(() => visitorTypes(platform, bearer(request)))
    return reply.code(204).send()
  })
  app.post('/widget/v1/read', async (request, reply) => {
    limits.count(request, 'others')
    const input = readInput(readBody, request.body ?? {})
    await limits.gate(() => visitorReads(platform, bearer(request), input))
    return reply.code(204).send()
  })
  app.post('/widget/v1/rating', async (request, reply) => {
    limits.count(request, 'others')
    const input = readInput(ratingBody, request.body ?? {})
    await limits.gate(() => rateAnswer(platform, bearer(request), input))
    return reply.code(204).send()
  })
  app.get('/widget/v1/events', { exposeHeadRoute: false }, async (request, reply) => {
    limits.count(request, 'others')
    const { after = startCursor } = readInput(afterQuery, request.query)
    const visitor = await platform.db.asService(null, tx => readVisitor(platform, tx, bearer(request)))
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '')
    // A buffering proxy would hold every event back.
    reply.raw.setHeader('content-type', 'text/event-stream')
    reply.raw.setHeader('x-accel-buffering', 'no')
    if (!streams.follow(visitor, after, reply.raw, identifiesNobody(request.ip) ? undefined : peerOf(request.ip))) {
      for (const name of ['content-type', 'x-accel-buffering']) reply.raw.removeHeader(name)
      throw failure('server.busy', {}, 30)
    }
    reply.hijack()
    return reply
  })
}

function bearer(request: FastifyRequest): string | undefined {
  return request.headers.authorization
}
