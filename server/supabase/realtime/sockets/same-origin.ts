import type { FastifyRequest } from 'fastify'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Pages may open a socket from where they were served, and from PUBLIC_URL; programs send no origin.
 * On a machine of one's own every loopback page may, so that the built and the developed web both work.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  const home = new URL(publicUrl)
  return host === request.host || host === home.host || (loopback.test(hostname) && loopback.test(home.hostname))
}
