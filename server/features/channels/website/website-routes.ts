import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { failure } from '#platform/errors.ts'
import { readInput } from '#platform/http/http.ts'
import { humanCheckKind } from '#platform/http/human-check.ts'
import type { Platform } from '#platform/platform.ts'
import type { Result } from '#shared/contracts/api.ts'
import { countedGreeting } from '#shared/contracts/channels/greetings.contract.ts'
import { byWidget } from '#shared/contracts/widget.api.ts'
import { findWidget, makeTicket, refuseForeignPage } from './find-widget.ts'
import { countGreeting, shownGreetings } from '../greetings/shown-greetings.ts'
import { recordSeen } from '../record-seen.ts'
import { visitorLimits } from './visitor-limits.ts'
import { framePage, framePolicy, notAllowedPage } from './frame-page.ts'
import { readFace } from './read-face.ts'
import { shopPageRoute } from './shop-page-route.ts'
import { makeWidgetFiles } from './widget-files.ts'

const built = resolve(import.meta.dirname, '../../../../built/widget')
const frameQuery = byWidget.extend({ origin: z.string().max(300), locale: z.enum(['vi', 'en']).catch('vi') })

export function websiteRoutes(app: FastifyInstance, platform: Platform): void {
  const files = makeWidgetFiles(built)

  for (const name of ['loader.js', 'greetings.js', 'chat-page.js', 'shop-page.js']) {
    app.get(`/widget/v1/${name}`, (request, reply) => {
      const sent = files.send(request, reply, name, 'public, max-age=300, stale-while-revalidate=86400')
      if (!sent) throw failure('request.not_found')
      return reply
    })
  }

  app.get<{ Params: { name: string } }>('/widget/v1/assets/:name', (request, reply) => {
    const sent = files.send(request, reply, `assets/${request.params.name}`, 'public, max-age=31536000, immutable')
    if (!sent) throw failure('request.not_found')
    return reply
  })

  shopPageRoute(app, platform)

  app.get('/widget/v1/frame', async (request, reply) => {
    visitorLimits(platform).count(request, 'others')
    const { widget: id, origin, locale } = readInput(frameQuery, request.query)
    const { widget, greeting, avatar, starters } = await platform.db.asService(null, async tx => {
      const found = await findWidget(tx, id)
      return { widget: found, ...(await readFace(tx, found.workspaceId)) }
    })
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': framePolicy(widget.domains, humanCheckKind(platform.config) === 'turnstile'),
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    })
    try {
      if (widget.hosted) throw failure('widget.domain_not_registered')
      refuseForeignPage(platform, widget, origin)
    } catch {
      return reply.code(403).send(notAllowedPage(locale))
    }
    const frame = files.frame()
    if (!frame) throw failure('server.unexpected')
    const brand = platform.config.BRAND_NAME
    return reply.send(
      framePage({
        widget: id,
        origin,
        name: widget.name,
        brand,
        greeting,
        avatar,
        starters,
        house: widget.house,
        locale,
        ...frame,
      }),
    )
  })

  app.get('/widget/v1/config', async (request, reply) => {
    allowAnswer(request, reply)
    visitorLimits(platform).count(request, 'others')
    const { widget: id } = readInput(byWidget, request.query)
    const { origin } = request.headers
    const widget = await platform.db.asService(null, async tx => {
      const found = await findWidget(tx, id)
      if (origin !== undefined) {
        refuseForeignPage(platform, found, origin)
        await recordSeen(platform, tx, found, origin)
      }
      const greetings = await shownGreetings(platform, tx, found)
      return {
        name: found.name,
        ...(await readFace(tx, found.workspaceId)),
        ...(greetings.length > 0 && { greetings }),
      }
    })
    return reply
      .header('cache-control', 'private, max-age=60')
      .send({ widget: id, ...widget } satisfies Result<'GET /widget/v1/config'>)
  })

  // Plain text avoids a CORS preflight.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/widget/v1/greetings', { bodyLimit: 1000 }, async (request, reply) => {
    allowAnswer(request, reply)
    visitorLimits(platform).count(request, 'others')
    const { widget: id, id: greeting, what } = readInput(countedGreeting, jsonIn(request.body))
    const widget = await platform.db.asService(null, tx => findWidget(tx, id))
    refuseForeignPage(platform, widget, request.headers.origin ?? '')
    await countGreeting(platform, widget, greeting, what)
    return reply.code(204).send()
  })

  app.options('/widget/v1/ticket', async (request, reply) => {
    allowAnswer(request, reply)
    reply.headers({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '86400',
    })
    return reply.code(204).send()
  })

  app.post('/widget/v1/ticket', async (request, reply) => {
    allowAnswer(request, reply)
    visitorLimits(platform).count(request, 'sessions')
    const { widget: id } = readInput(byWidget, jsonIn(request.body) ?? {})
    const widget = await platform.db.asService(null, tx => findWidget(tx, id))
    const ticket = makeTicket(platform, widget, request.headers.origin ?? '')
    return reply.header('cache-control', 'no-store').send({ ticket } satisfies Result<'POST /widget/v1/ticket'>)
  })
}

function jsonIn(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body
  } catch {
    return null
  }
}

/** Refusals must be readable too, so that the loader can explain them; access is decided by the list of domains. */
function allowAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': request.headers.origin ?? '*',
    vary: 'origin',
    'content-security-policy': "default-src 'none'; sandbox",
  })
}
