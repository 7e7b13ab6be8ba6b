import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { humanCheckKind } from '#platform/http/human-check.ts'
import type { Platform } from '#platform/platform.ts'
import { rememberReferrer } from './referral-cookie.ts'

export type Inline = { scripts: string[]; styles: string[] }

/** br: only for cached pages. */
export type Page = { plain: Buffer; gzip: Buffer; br?: Buffer; etag: string; inline: Inline }

/** Higher levels take fifty times as long for a tenth less. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 5 }

export function packPage(html: string, inline: Inline = { scripts: [], styles: [] }): Page {
  const plain = Buffer.from(html)
  const br = brotliCompressSync(plain, { params: brotliQuality })
  return { plain, gzip: gzipSync(plain), br, etag: etagOf(plain), inline }
}

/** For one answer, so compressed fast. */
export function pageWith(page: Page, place: string, words: string): Page {
  const plain = Buffer.from(page.plain.toString().replaceAll(place, () => words))
  return { plain, gzip: gzipSync(plain, { level: 1 }), etag: etagOf(plain), inline: page.inline }
}

function etagOf(plain: Buffer): string {
  return `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
}

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

/** Zalo's proof of the domain, instead of a file (channels/zalo). */
export function verificationTag(code: string): string {
  return code === '' ? '' : `<meta name="zalo-platform-site-verification" content="${asAttribute(code)}" />`
}

export function asAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Addresses from mails must not leak in a Referer. */
function isAboutSignIn(url: string): boolean {
  return /^(?:\/en)?(?:\/?(?:$|[?#])|\/(?:auth|reset-password|error))/.test(url)
}

const turnstile = 'https://challenges.cloudflare.com'

/** Inline scripts and styles run only if their hash is listed. */
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
