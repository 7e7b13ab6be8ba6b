import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageOf } from '#platform/http/http.ts'
import { browserFromNowOn } from '#platform/http/browser-cookie.ts'
import type { Platform } from '#platform/platform.ts'
import { check, mailAddress, metadata, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { limitMails, limitPeer, limitSignUps } from '../auth-limits.ts'
import { referralSource } from '../sign-up/referral-source.ts'
import { linkJob } from './mail-link.ts'
import { pkceFields, readChallenge } from '../sessions/pkce.ts'
import { returnAddressOf } from './return-address.ts'
import { noPhone } from '../sign-up/signup.ts'

export const otpBody = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z
    .boolean()
    .nullish()
    .transform(wanted => wanted ?? true),
  data: metadata,
  ...pkceFields,
})

/** Known and unknown addresses get the same answer after the same work; the job decides whether to mail or create an account. */
export async function otp(platform: Platform, request: FastifyRequest): Promise<Record<string, never>> {
  const input = check(otpBody, request.body)
  if (input.email === '') {
    throw input.phone === '' ? refuse('validation_failed', 'One of email or phone must be set') : noPhone(input.phone)
  }
  const email = check(mailAddress, input.email)
  const challenge = readChallenge(input)
  if (!platform.config.AUTH_EMAIL) throw refuse('otp_disabled', 'Email logins are disabled')
  await limitPeer(platform, request, 'otp')
  if (input.create_user) await limitSignUps(platform, request)
  await limitMails(platform, request, 'magiclink', email)
  const order = {
    kind: 'magiclink',
    email,
    redirect_to: returnAddressOf(platform.config, request),
    language: languageOf(request),
    ...(challenge ? { code_challenge: challenge } : {}),
    ...(input.create_user
      ? { newcomer: input.data, ...referralSource(request, input.data), ...from(platform, request) }
      : {}),
  } as const
  await platform.db.asService(null, tx => platform.jobs.enqueue(tx, linkJob(order)))
  return {}
}

function from({ config }: Platform, request: FastifyRequest): { browser?: string } {
  const browser = browserFromNowOn(config, request)
  return browser === undefined ? {} : { browser }
}
