import type { FastifyInstance } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { acceptHook } from './accept-hook.ts'
import { kinds } from '../kinds.ts'

const maxBytes = 1_048_576

/** Responds 200 once the event is on disk. GET must not need the database. */
export async function hookRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => done(null, body))
  for (const kind of Object.values(kinds)) {
    const url = `/hooks/${kind.name}`
    app.post(url, { bodyLimit: maxBytes }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await acceptHook(platform, kind, { body, headers: request.headers })
      return reply.header('cache-control', 'no-store').type('text/plain').send('ok')
    })
    app.get(url, async (request, reply) => {
      const answer = kind.greet?.(platform.config, request.query as Record<string, unknown>) ?? {
        status: 200,
        body: '',
      }
      return reply.code(answer.status).header('cache-control', 'no-store').type('text/plain').send(answer.body)
    })
  }
}
