import type { IncomingHttpHeaders } from 'node:http'

/** Fetches by platforms, browsers and scanners. Facebook's and Zalo's in-app browsers identify themselves differently. */
const fetchers =
  /(?<!cu)bot\b|(?<!cu)bot[/_-]|crawl|spider|scanner|preview|facebookexternalhit|meta-external|whatsapp|skypeuri|slack|headless|lighthouse|(?:curl|wget|python[\w-]*|java|okhttp|go-http-client|node-fetch|undici|axios|php|ruby|libwww-perl)\/|^(?:node|undici)$/i

export function isFetcher({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ')
  const agent = headers['user-agent'] ?? ''
  return method !== 'GET' || agent === '' || fetchers.test(agent) || /prefetch|prerender|preview/i.test(purposes)
}
