import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { readReferralCode, referralCookie, referralPolicy } from '#shared/rules/money/referral.ts'

const lifeSeconds = referralPolicy.cookieDays * 86_400

/** A page asked for with `?ref=CODE`: this browser remembers by whose link it came. The last link wins. */
export function rememberReferrer({ publicUrl }: Config, request: FastifyRequest, reply: FastifyReply): void {
  const query = request.url.split('?')[1]
  const code = query && readReferralCode(new URLSearchParams(query).get('ref'))
  if (!code) return
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  // Sent along when a provider or a mail leads back here, so Lax and not Strict.
  reply.header('set-cookie', `${referralCookie}=${code}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${secure}`)
}
