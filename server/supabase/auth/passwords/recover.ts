import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageOf } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { check, mailAddress } from '../auth-body.ts'
import { limitMails, limitPeer } from '../auth-limits.ts'
import { linkJob } from '../email-links/mail-link.ts'
import { pkceFields, readChallenge } from '../sessions/pkce.ts'
import { returnAddressOf } from '../email-links/return-address.ts'

export const recoverBody = z.object({ email: mailAddress, ...pkceFields })

/** Known and unknown addresses get the same answer after the same work. */
export async function recover(platform: Platform, request: FastifyRequest): Promise<Record<string, never>> {
  const input = check(recoverBody, request.body)
  const { email } = input
  const challenge = readChallenge(input)
  await limitPeer(platform, request, 'recover')
  await limitMails(platform, request, 'recovery', email)
  const order = {
    kind: 'recovery',
    email,
    redirect_to: returnAddressOf(platform.config, request),
    language: languageOf(request),
    ...(challenge ? { code_challenge: challenge } : {}),
  } as const
  await platform.db.asService(null, tx => platform.jobs.enqueue(tx, linkJob(order)))
  return {}
}
