import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageOf } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { check, mailAddress } from '../auth-body.ts'
import { limitMails, limitPeer } from '../auth-limits.ts'
import { linkJob } from '../email-links/mail-link.ts'
import { emailChangeKinds } from '../email-links/one-time-tokens.ts'
import { returnAddressOf } from '../email-links/return-address.ts'

export const resendBody = z.object({
  type: z.enum(['signup', 'email_change'], { error: 'Missing one of these types: signup, email_change' }),
  email: mailAddress,
})

/** Unknown and confirmed addresses get the same answer after the same work. */
export async function resend(platform: Platform, request: FastifyRequest): Promise<Record<string, never>> {
  const { type, email } = check(resendBody, request.body)
  await limitPeer(platform, request, 'resend')
  await limitMails(platform, request, type, email)
  const order = { email, redirect_to: returnAddressOf(platform.config, request), language: languageOf(request) }
  const kinds = type === 'signup' ? (['signup'] as const) : emailChangeKinds
  await platform.db.asService(null, async tx => {
    for (const kind of kinds) await platform.jobs.enqueue(tx, linkJob({ ...order, kind }))
  })
  return {}
}
