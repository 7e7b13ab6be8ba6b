import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minutes } from '#platform/clock.ts'
import { Failure, failure } from '#platform/errors.ts'
import { checkHuman, humanCheckKind } from '#platform/http/human-check.ts'
import { languageOf, readInput } from '#platform/http/http.ts'
import { drawInMemory } from '#platform/limits/memory-limit.ts'
import { peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { sealed } from '#platform/http/sealed-reply.ts'
import { contactRequest, pageView } from '#shared/contracts/site.contract.ts'
import type { Language } from '#shared/words.ts'
import { requireToken, senderOf } from './check-sender.ts'
import { countPageView } from './count-page-view.ts'
import { takeContactRequest } from './take-contact-request.ts'

const views = { max: 240, windowMs: minutes(1) }
/** Without scripts there is no human check, so few enough to be useless for spam. */
const plainForms = { max: 3, windowMs: minutes(60) }
const allPlainForms = { max: 60, windowMs: minutes(60) }
const maxFormSize = 65_536

export function siteRoutes(app: FastifyInstance, platform: Platform): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormSize },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // Beacons on leaving a page: text needs no CORS preflight.
  app.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) => {
    done(null, parsed(String(body)))
  })

  app.post('/api/v1/contact-requests', async (request, reply) => {
    const input = readInput(contactRequest, request.body ?? {})
    requireToken(platform, request, input.token)
    await requireHuman(platform, input.human_check, request.ip)
    const asking = { language: languageOf(request), ip: request.ip }
    return sealed(reply)
      .code(201)
      .send(await takeContactRequest(platform, input, asking))
  })

  app.post('/api/v1/page-views', async (request, reply) => {
    const { path, token } = readInput(pageView, request.body ?? {})
    if (!senderOf(platform, request, token)) throw failure('site.token_wrong')
    drawInMemory(platform, `page views:${peerOf(request.ip)}`, views)
    if (!request.headers['sec-purpose']) await countPageView(platform, path, request.headers['user-agent'] ?? '')
    return sealed(reply).code(204).send()
  })

  for (const [address, language] of [
    ['/contact', 'vi'],
    ['/en/contact', 'en'],
  ] as const) {
    app.post(address, async (request, reply) => {
      const outcome = await takeForm(platform, request, language)
      return sealed(reply).redirect(`${address}?${new URLSearchParams(outcome).toString()}#request`, 303)
    })
  }
}

/** For browsers without scripts: errors come back in the redirect's address. */
async function takeForm(
  platform: Platform,
  request: FastifyRequest,
  language: Language,
): Promise<Record<string, string>> {
  try {
    const input = readInput(contactRequest, request.body ?? {})
    const sender = senderOf(platform, request, input.token)
    if (!sender) throw failure('site.token_wrong')
    if (input.human_check) await requireHuman(platform, input.human_check, request.ip)
    else if (humanCheckKind(platform.config) !== 'off') {
      await limit(platform, `contact form:${peerOf(request.ip)}`, plainForms)
      await limit(platform, 'contact forms', allPlainForms)
    }
    await takeContactRequest(platform, input, { language, ip: request.ip })
    return { sent: '1' }
  } catch (error) {
    if (error instanceof Failure) return { problem: error.code }
    throw error
  }
}

const refusals = {
  missing: 'site.human_missing',
  refused: 'site.human_refused',
  unreachable: 'site.human_unreachable',
} as const

async function requireHuman(platform: Platform, token: string, ip: string): Promise<void> {
  const verdict = await checkHuman(platform, token, ip)
  if (verdict !== 'passed') throw failure(refusals[verdict])
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
