import type { FastifyRequest } from 'fastify'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Programs send no origin. On a loopback host every loopback page may connect, for development. */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  const home = new URL(publicUrl)
  return host === request.host || host === home.host || (loopback.test(hostname) && loopback.test(home.hostname))
}
