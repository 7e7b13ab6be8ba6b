import type { FastifyInstance } from 'fastify'
import { failure } from '#platform/errors.ts'
import type { CallerOf } from '#platform/feature.ts'
import { plainPagePolicy } from '#platform/http/plain-page.ts'
import type { Platform } from '#platform/platform.ts'
import { sealed } from '#platform/http/sealed-reply.ts'
import { initiatorOf, returnedBrowser } from '../connections/initiating-browser.ts'
import { deleteFacebookPerson, forgetFacebookPerson, readDeletion } from './connection/app-removed.ts'
import { deletionPage } from './connection/deletion-page.ts'
import { type CallbackQuery, finishSignIn, startSignIn } from './connection/sign-in.ts'
import { readSignedRequest } from './signature.ts'

const maxFormSize = 20_000

export async function facebookRoutes(app: FastifyInstance, platform: Platform, callerOf: CallerOf): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormSize },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.post('/api/v1/channels/facebook/start', async (request, reply) => {
    const caller = await callerOf(request, 'admin')
    return sealed(reply).send(await startSignIn(platform, caller, initiatorOf(platform, caller, request, reply)))
  })

  // No HEAD route: a prefetch must not use up the state.
  app.get('/api/v1/channels/facebook/callback', { exposeHeadRoute: false }, async (request, reply) => {
    const landing = await finishSignIn(platform, request.query as CallbackQuery, returnedBrowser(platform, request))
    const target = new URL(`${platform.config.publicUrl}/dashboard/connect`)
    if ('pick' in landing) target.searchParams.set('facebook', landing.pick)
    else target.searchParams.set('facebook_error', landing.error)
    return sealed(reply).header('referrer-policy', 'no-referrer').redirect(target.href, 302)
  })

  app.post('/hooks/facebook/deauthorize', async (request, reply) => {
    await forgetFacebookPerson(platform, personOf(platform, request.body))
    return sealed(reply).send({ ok: true })
  })

  app.post('/hooks/facebook/data-deletion', async (request, reply) => {
    const code = await deleteFacebookPerson(platform, personOf(platform, request.body))
    const url = `${platform.config.publicUrl}/hooks/facebook/data-deletion/${code}`
    return sealed(reply).send({ url, confirmation_code: code })
  })

  app.get('/hooks/facebook/data-deletion/:code', async (request, reply) => {
    const { code } = request.params as { code: string }
    const isCode = /^[0-9a-f]{24}$/.test(code)
    const done = isCode ? await readDeletion(platform, code) : undefined
    return reply
      .code(done ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('content-security-policy', plainPagePolicy)
      .type('text/html; charset=utf-8')
      .send(deletionPage(platform.config.BRAND_NAME, isCode ? code : '—', done))
  })
}

/** @throws channel.no_hooks unless signed by Meta */
function personOf(platform: Platform, body: unknown): string {
  const person = readSignedRequest(platform.config, (body as Record<string, unknown> | null)?.['signed_request'])
  if (person === undefined) throw failure('channel.no_hooks')
  return person
}
