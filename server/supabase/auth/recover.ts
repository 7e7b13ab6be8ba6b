import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageOf } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'
import { check, mailAddress } from './auth-body.ts'
import { limitMails, limitPeer } from './auth-limits.ts'
import { linkJob } from './mail-link.ts'
import { returnAddress } from './return-address.ts'

const body = z.object({ email: mailAddress })

/** POST /recover: a link to set a new password. Known and unknown addresses answer alike, after the same work. */
export async function recover(platform: Platform, request: FastifyRequest): Promise<object> {
  const { email } = check(body, request.body)
  await limitPeer(platform, request, 'recover')
  await limitMails(platform, 'recovery', email)
  const redirectTo = returnAddress(platform.config, (request.query as { redirect_to?: unknown }).redirect_to)
  const order = { kind: 'recovery', email, redirect_to: redirectTo, language: languageOf(request) } as const
  await platform.db.asService(null, tx => platform.jobs.enqueue(tx, linkJob(order)))
  return {}
}
