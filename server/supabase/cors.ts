import type { FastifyInstance } from 'fastify'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const asked =
  'apikey, authorization, content-type, x-client-info, x-supabase-api-version, x-upsert, x-metadata, cache-control, prefer, accept-profile, content-profile, range, range-unit, x-retry-count'
const shown =
  'x-supabase-api-version, x-total-count, link, content-range, content-profile, preference-applied, location, etag, x-request-id, x-sb-error-code, retry-after'

/** Safe for every origin: rights come from a header's token, never from a cookie. */
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

/** Any well-formed header is allowed; odd lists get ours. */
function askedFor(names: string | undefined): string {
  return names && names.length <= 2000 && /^[\w-]+(?:\s*,\s*[\w-]+)*$/.test(names) ? names : asked
}
