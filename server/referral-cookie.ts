import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { readReferralCode, referralCookie, referralPolicy } from '#shared/rules/money/referral.ts'

const lifeSeconds = referralPolicy.cookieDays * 86_400

/** Remembers `?ref=CODE` in this browser; the last link wins. */
export function rememberReferrer({ publicUrl }: Config, request: FastifyRequest, reply: FastifyReply): void {
  const query = request.url.split('?')[1]
  const code = query && readReferralCode(new URLSearchParams(query).get('ref'))
  if (!code) return
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  // Lax, because providers and mails lead back here.
  reply.header('set-cookie', `${referralCookie}=${code}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${secure}`)
}
