import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findHouse } from '#features/site/find-house.ts'
import { failure } from '#platform/errors.ts'
import type { Feature } from '#platform/feature.ts'
import { humanCheckKind } from '#platform/human-check.ts'
import type { Platform } from '#platform/platform.ts'
import { addresses, isForPrograms, isScreen } from '#shared/addresses.ts'
import { providersOf } from '#supabase/auth/oauth/providers.ts'

const root = resolve(import.meta.dirname, '..')

/** Serves the built web application: the page for every screen, its files, and the brand's pictures. */
export const pagesFeature: Feature = {
  name: 'pages',
  plugin: (app, platform) => servePages(app, platform, resolve(root, 'built/web'), resolve(root, 'web/brand')),
}

type Page = { plain: Buffer; gzip: Buffer; br: Buffer; etag: string; builtAt: number }

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
  const sendPage = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    page = readPage(platform, file, page, chat)
    return page
      ? send(platform, page, request, reply.code(status))
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
  for (const address of Object.values(addresses)) {
    app.get(address, (request, reply) => sendPage(request, reply, 200))
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '')
    const forPeople = (request.method === 'GET' || request.method === 'HEAD') && !isForPrograms(path)
    if (!forPeople) throw failure('request.not_found')
    return sendPage(request, reply, isScreen(path) ? 200 : 404)
  })
}

/** The page with what this installation tells the browser, compressed once; read anew when it was built anew. */
function readPage(platform: Platform, file: string, known: Page | undefined, chat: string): Page | undefined {
  const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (builtAt === undefined || builtAt === known?.builtAt) return known
  const { config, tokens } = platform
  const told = JSON.stringify({
    anonKey: tokens.anonKey,
    publicUrl: config.publicUrl,
    brand: config.BRAND_NAME,
    supportEmail: config.SUPPORT_EMAIL,
    chat,
    humanCheck: humanCheckKind(config),
    otherWays: providersOf(config).map(({ name, title }) => ({ provider: name, title })),
    codeLength: config.AUTH_CODE_LENGTH,
    passwordMinLength: config.AUTH_PASSWORD_MIN_LENGTH,
    mailGapSeconds: config.AUTH_MAIL_GAP_SECONDS,
  })
  const html = readFileSync(file, 'utf8')
    .replace('__SEN_CONFIG__', () => asAttribute(told))
    .replace(
      /<title>[^<]*/,
      () => `${verificationTag(config.ZALO_SITE_VERIFICATION)}<title>${asAttribute(config.BRAND_NAME)}`,
    )
  const plain = Buffer.from(html)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, gzip: gzipSync(plain), br: brotliCompressSync(plain), etag, builtAt }
}

/** Zalo believes that the domain is ours when it finds this line, or the file of the same code (channels/zalo). */
function verificationTag(code: string): string {
  return code === '' ? '' : `<meta name="zalo-platform-site-verification" content="${asAttribute(code)}" />`
}

function asAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function send(platform: Platform, page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    ...securityHeaders(platform.config.publicUrl, humanCheckKind(platform.config) === 'turnstile'),
    'referrer-policy': isAboutSignIn(request.url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: page.etag,
  })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find(name =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted),
  )
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encoding ? page[encoding] : page.plain)
}

/** Links of mails lead to these pages: their addresses must not travel on. */
function isAboutSignIn(url: string): boolean {
  return /^\/(?:$|[?#]|auth|reset-password|error)/.test(url)
}

const turnstile = 'https://challenges.cloudflare.com'

/** What every page of ours carries. No script and no style stands in the page itself, so nothing inline is allowed. */
export function securityHeaders(publicUrl: string, withTurnstile = false): Record<string, string> {
  const socket = publicUrl.replace(/^http/, 'ws')
  const policy = [
    "default-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${socket}`,
    ...(withTurnstile ? [`script-src 'self' ${turnstile}`, `frame-src ${turnstile}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Opened by themselves, pictures and scripts may do nothing. */
function fileHeaders(reply: FastifyReply, caching: string): void {
  reply.headers({ 'cache-control': caching, 'content-security-policy': "default-src 'none'; sandbox" })
}
