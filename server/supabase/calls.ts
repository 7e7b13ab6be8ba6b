import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import type { ApiPart, Endpoint, Sendable } from '#shared/contracts/endpoint.ts'

/** Answers an address of Supabase's protocol; a reply is one that the call has sent itself. */
export type Call<Answer> = (platform: Platform, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>

/** A call for each address of a contract, whose answer fits it. */
export type Calls<Part extends ApiPart> = {
  [A in keyof Part]: Part[A] extends Endpoint ? Call<Sendable<Part[A]['result']> | FastifyReply> : never
}
