import type { FastifyInstance } from 'fastify'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const asked =
  'apikey, authorization, content-type, x-client-info, x-supabase-api-version, x-upsert, x-metadata, cache-control, prefer, accept-profile, content-profile, range, range-unit, x-retry-count'
const shown =
  'x-supabase-api-version, x-total-count, link, content-range, content-profile, preference-applied, location, etag, x-request-id, x-sb-error-code, retry-after'

/**
 * Pages of other origins may call the wire protocol: every right comes from a token in a header, none from a cookie.
 * Answers the browser's question beforehand for all addresses under these roots.
 */
export function allowOtherOrigins(app: FastifyInstance, roots: string[]): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', shown)
  })
  for (const root of roots) {
    app.options(`${root}/*`, async (request, reply) =>
      reply
        .code(204)
        .header('vary', 'access-control-request-headers')
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', askedFor(request.headers['access-control-request-headers']))
        .header('access-control-max-age', '86400')
        .send(),
    )
  }
}

/** What a page's own tools send along is let through: rights come from tokens alone. Odd ones get the list of what we read. */
function askedFor(names: string | undefined): string {
  return names && names.length <= 2000 && /^[\w-]+(?:\s*,\s*[\w-]+)*$/.test(names) ? names : asked
}
