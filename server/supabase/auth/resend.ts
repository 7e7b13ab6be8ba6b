import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageOf } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'
import { check, mailAddress } from './auth-body.ts'
import { limitMails, limitPeer } from './auth-limits.ts'
import { linkJob } from './mail-link.ts'
import { returnAddress } from './return-address.ts'

const body = z.object({
  type: z.enum(['signup', 'email_change'], { error: 'Missing one of these types: signup, email_change' }),
  email: mailAddress,
})

/** POST /resend: the confirmation again. Unknown and confirmed addresses answer alike, after the same work. */
export async function resend(platform: Platform, request: FastifyRequest): Promise<object> {
  const { type, email } = check(body, request.body)
  await limitPeer(platform, request, 'resend')
  await limitMails(platform, 'signup', email)
  if (type === 'email_change') return {}
  const redirectTo = returnAddress(platform.config, (request.query as { redirect_to?: unknown }).redirect_to)
  const order = { kind: 'signup', email, redirect_to: redirectTo, language: languageOf(request) } as const
  await platform.db.asService(null, tx => platform.jobs.enqueue(tx, linkJob(order)))
  return {}
}
