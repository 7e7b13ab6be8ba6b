import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { humanCheckKind } from '#platform/http/human-check.ts'
import type { Platform } from '#platform/platform.ts'
import { rememberReferrer } from './referral-cookie.ts'

/** Hashes of scripts and style sheets that stand in a page itself, as the content security policy names them. */
export type Inline = { scripts: string[]; styles: string[] }

/** A page as it is sent. br: only where it is kept for many */
export type Page = { plain: Buffer; gzip: Buffer; br?: Buffer; etag: string; inline: Inline }

/** The highest levels take fifty times as long for a tenth less: they are for the build, not for a server that answers. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** Compresses a page, once for all who ask for it. */
export function packPage(html: string, inline: Inline = { scripts: [], styles: [] }): Page {
  const plain = Buffer.from(html)
  const br = brotliCompressSync(plain, { params: brotliQuality })
  return { plain, gzip: gzipSync(plain), br, etag: etagOf(plain), inline }
}

/** Puts the words of one asker into a page that is kept: for this one answer, and as quickly as can be. */
export function pageWith(page: Page, place: string, words: string): Page {
  const plain = Buffer.from(page.plain.toString().replaceAll(place, () => words))
  return { plain, gzip: gzipSync(plain, { level: 1 }), etag: etagOf(plain), inline: page.inline }
}

function etagOf(plain: Buffer): string {
  return `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
}

/** Answers with a page: compressed as the browser likes it, 304 where it has this very page. */
export function sendPage(platform: Platform, page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  rememberReferrer(platform.config, request, reply)
  reply.headers({
    ...securityHeaders(platform.config.publicUrl, humanCheckKind(platform.config) === 'turnstile', page.inline),
    'referrer-policy': isAboutSignIn(request.url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  return sendPacked(page, request, reply)
}

/** Sends what is packed under the headers that the answer has: compressed as the asker likes it, 304 where they have just this. */
export function sendPacked(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', page.etag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find(
    name => page[name] && new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted),
  )
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encoding ? page[encoding] : page.plain)
}

/** Zalo believes that the domain is ours when it finds this line, or the file of the same code (channels/zalo). */
export function verificationTag(code: string): string {
  return code === '' ? '' : `<meta name="zalo-platform-site-verification" content="${asAttribute(code)}" />`
}

export function asAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Links of mails lead to these pages: their addresses must not travel on. */
function isAboutSignIn(url: string): boolean {
  return /^(?:\/en)?(?:\/?(?:$|[?#])|\/(?:auth|reset-password|error))/.test(url)
}

const turnstile = 'https://challenges.cloudflare.com'

/** What every page of ours carries. Of what stands in the page itself only that counts whose hash is named. */
function securityHeaders(publicUrl: string, withTurnstile: boolean, inline: Inline): Record<string, string> {
  const socket = publicUrl.replace(/^http/, 'ws')
  const scripts = ["'self'", ...inline.scripts, ...(withTurnstile ? [turnstile] : [])]
  const policy = [
    "default-src 'self'",
    ...(scripts.length > 1 ? [`script-src ${scripts.join(' ')}`] : []),
    ...(inline.styles.length > 0 ? [`style-src 'self' ${inline.styles.join(' ')}`] : []),
    "img-src 'self' data: blob:",
    `connect-src 'self' ${socket}`,
    ...(withTurnstile ? [`frame-src 'self' ${turnstile}`] : []),
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
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
