import type { FastifyRequest } from 'fastify'
import { languageOf } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { readBearer } from '../auth-bearer.ts'
import { refuse } from '../auth-error.ts'
import { limitMails, limitPeer } from '../auth-limits.ts'
import { linkJob } from '../email-links/mail-link.ts'

export async function reauthenticate(platform: Platform, request: FastifyRequest): Promise<Record<string, never>> {
  const { user } = await readBearer(platform, request)
  if (!user.email_confirmed_at) {
    throw refuse('email_not_confirmed', 'Please verify your email first.', { status: 422 })
  }
  await limitPeer(platform, request, 'user')
  await limitMails(platform, request, 'reauthentication', user.email)
  const order = { kind: 'reauthentication', email: user.email, redirect_to: '', language: languageOf(request) } as const
  await platform.db.asService(null, tx => platform.jobs.enqueue(tx, linkJob(order)))
  return {}
}
