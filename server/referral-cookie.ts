import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { setReferralCookie } from '#shared/rules/money/referral.ts'

/** Remembers `?ref=CODE` in this browser. */
export function rememberReferrer({ publicUrl }: Config, request: FastifyRequest, reply: FastifyReply): void {
  const cookie = setReferralCookie(request.url.split('?')[1], publicUrl.startsWith('https:'))
  if (cookie) reply.header('set-cookie', cookie)
}
