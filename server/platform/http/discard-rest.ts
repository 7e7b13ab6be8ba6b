import type { FastifyRequest } from 'fastify'

/** Drains a refused body, so that the sender can read the answer. */
export function discardRest(request: FastifyRequest): void {
  if (request.raw.readableEnded) return
  request.raw.unpipe()
  request.raw.resume()
}
