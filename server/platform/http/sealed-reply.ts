import type { FastifyReply } from 'fastify'

/** Never cached, and harmless where a browser opens it as a page. */
export function sealed(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; sandbox")
}
