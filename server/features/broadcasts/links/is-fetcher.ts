import type { IncomingHttpHeaders } from 'node:http'

/**
 * Platforms fetch a link to show what it is about, browsers sometimes before anybody presses, and scanners to look for harm. The apps
 * of Facebook and Zalo themselves, in which people read, name themselves otherwise.
 */
const fetchers =
  /(?<!cu)bot\b|(?<!cu)bot[/_-]|crawl|spider|scanner|preview|facebookexternalhit|meta-external|whatsapp|skypeuri|slack|headless|lighthouse|(?:curl|wget|python[\w-]*|java|okhttp|go-http-client|node-fetch|undici|axios|php|ruby|libwww-perl)\/|^(?:node|undici)$/i

/** Whether, as far as can be told, no person follows the link. */
export function isFetcher({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
  const told = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ')
  const agent = headers['user-agent'] ?? ''
  return method !== 'GET' || agent === '' || fetchers.test(agent) || /prefetch|prerender|preview/i.test(told)
}
