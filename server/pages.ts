import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { connectableKinds } from '#features/channels/connections/connectable-kinds.ts'
import { findHouse } from '#features/site/find-house.ts'
import { failure } from '#platform/errors.ts'
import type { Feature } from '#platform/feature.ts'
import { humanCheckKind } from '#platform/http/human-check.ts'
import type { Platform } from '#platform/platform.ts'
import { addresses, isDocument, isForPrograms, isScreen } from '#shared/addresses.ts'
import { providersOf } from '#supabase/auth/oauth/providers.ts'
import { relyingParty } from '#supabase/auth/passkeys/relying-party.ts'
import { serveDocuments } from './documents.ts'
import { asAttribute, packPage, type Page, sendPage, verificationTag } from './send-page.ts'

const root = resolve(import.meta.dirname, '..')

export const pagesFeature: Feature = {
  name: 'pages',
  plugin: (app, platform) => servePages(app, platform, resolve(root, 'built/web'), resolve(root, 'web/brand')),
}

type AppPage = Page & { builtAt: number; anonKey: string }

/** @param built folder with index.html and assets/; may be missing while only the server's own addresses are needed */
export async function servePages(
  app: FastifyInstance,
  platform: Platform,
  built: string,
  brand: string,
): Promise<void> {
  const file = resolve(built, 'index.html')
  const chat = (await platform.db.asService(null, findHouse))?.widget ?? ''
  let page = readPage(platform, file, undefined, chat)
  const sendApp = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    page = readPage(platform, file, page, chat)
    return page
      ? sendPage(platform, page, request, reply.code(status))
      : reply.code(503).type('text/plain; charset=utf-8').send('The pages are not built: node web/build.ts')
  }

  if (page) {
    await app.register(fastifyStatic, {
      root: resolve(built, 'assets'),
      prefix: '/assets/',
      index: false,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: reply => fileHeaders(reply, 'public, max-age=31536000, immutable'),
    })
  }
  await app.register(fastifyStatic, {
    root: brand,
    prefix: '/brand/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: reply => fileHeaders(reply, 'public, max-age=86400'),
  })
  app.get('/service-worker.js', (_request, reply) => sendWorker(reply, resolve(built, 'service-worker.js')))
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/brand/sen-icon-32.png', 308))
  const documents = serveDocuments(app, platform, resolve(built, 'documents'))
  for (const address of Object.values(addresses)) {
    if (!isDocument(address)) app.get(address, (request, reply) => sendApp(request, reply, 200))
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '')
    const forPeople = (request.method === 'GET' || request.method === 'HEAD') && !isForPrograms(path)
    if (!forPeople) throw failure('request.not_found')
    // Under `/en` too: the page remembers the language, then redirects to its own address.
    const screen = path.replace(/^\/en(?=\/)/, '').replace(/(?<=.)\/$/, '')
    if (isScreen(screen) && !isDocument(screen)) return sendApp(request, reply, 200)
    return documents.sendNotFound(request, reply) ?? sendApp(request, reply, 404)
  })
}

function readPage(platform: Platform, file: string, known: AppPage | undefined, chat: string): AppPage | undefined {
  const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const { config, tokens } = platform
  const { anonKey } = tokens
  if (builtAt === undefined || (builtAt === known?.builtAt && anonKey === known.anonKey)) return known
  const pageConfig = JSON.stringify({
    anonKey,
    publicUrl: config.publicUrl,
    brand: config.BRAND_NAME,
    supportEmail: config.SUPPORT_EMAIL,
    chat,
    humanCheck: humanCheckKind(config),
    connectable: connectableKinds(config),
    otherWays: providersOf(config).map(({ name, title }) => ({ provider: name, title })),
    passkeys: relyingParty(config) !== undefined,
    codeLength: config.AUTH_CODE_LENGTH,
    passwordMinLength: config.AUTH_PASSWORD_MIN_LENGTH,
    mailGapSeconds: config.AUTH_MAIL_GAP_SECONDS,
    humanAgent: config.FACEBOOK_HUMAN_AGENT,
  })
  const html = readFileSync(file, 'utf8')
    .replace('__SEN_CONFIG__', () => asAttribute(pageConfig))
    .replace(
      /<title>[^<]*/,
      () => `${verificationTag(config.ZALO_SITE_VERIFICATION)}<title>${asAttribute(config.BRAND_NAME)}`,
    )
  return { ...packPage(html), builtAt, anonKey }
}

/** The service worker: never cached, so that a new version takes effect at once. */
function sendWorker(reply: FastifyReply, file: string): FastifyReply {
  if (!existsSync(file)) throw failure('request.not_found')
  reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
  })
  return reply.type('text/javascript; charset=utf-8').send(readFileSync(file))
}

/** Opened directly, they may do nothing. */
function fileHeaders(reply: FastifyReply, caching: string): void {
  reply.headers({ 'cache-control': caching, 'content-security-policy': "default-src 'none'; sandbox" })
}
