import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

export function returnAddressOf(config: Config, request: FastifyRequest): string {
  const { redirect_to: asked = request.headers['redirect_to'] } = request.query as { redirect_to?: unknown }
  return returnAddress(config, typeof asked === 'string' && asked !== '' ? asked : request.headers.referer)
}

/** The site or what REDIRECT_ALLOW_LIST names; anything else silently becomes the site's root. No fragment. */
export function returnAddress(config: Config, wanted: unknown): string {
  const site = `${config.publicUrl}/`
  if (typeof wanted !== 'string' || wanted.length > 2000) return site
  const [plain = ''] = wanted.split('#')
  // Checked as written, before a URL parser normalises odd forms (numeric hosts, backslashes, blanks).
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?=[/?]|$)/i.exec(plain)
  if (!parts || /[\s\\\p{C}]/u.test(plain) || !URL.canParse(plain)) return site
  const [, scheme = '', host = ''] = parts
  if (/^(javascript|data|vbscript|file|blob)$/i.test(scheme)) return site
  if (isSameSite(new URL(plain), new URL(site))) return plain
  if (looksLikeNumber(host) || (isAddress(host) && !isLoopback(host))) return site
  const patterns = config.REDIRECT_ALLOW_LIST.split(',')
    .map(pattern => pattern.trim())
    .filter(Boolean)
  return patterns.some(pattern => matches(pattern, plain)) ? plain : site
}

function isSameSite(wanted: URL, site: URL): boolean {
  return (
    wanted.protocol === site.protocol &&
    wanted.hostname === site.hostname &&
    (wanted.port === site.port || isLoopback(site.hostname))
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(host)
}

/** Like 2130706433, 0x7f.1 or 127.1: an address in disguise. */
function looksLikeNumber(host: string): boolean {
  return !isAddress(host) && /^(0x[0-9a-f]*|\d+)$/i.test(host.replace(/\.$/, '').split('.').at(-1) ?? '')
}

/** `*` stops at a dot and a slash, `**` does not, `?` is one character. */
function matches(pattern: string, address: string): boolean {
  const source = pattern.replace(/\*\*|\*|\?|[^*?]+/g, part => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    return part === '?' ? '[^./]' : part.replace(/[$()+.[\\\]^{|}]/g, '\\$&')
  })
  return new RegExp(`^${source}$`).test(address)
}
