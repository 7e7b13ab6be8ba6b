import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkHuman } from '#platform/http/human-check.ts'
import type { Platform } from '#platform/platform.ts'
import { check, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'

const body = z.object({
  gotrue_meta_security: z
    .object({ captcha_token: optionalText })
    .nullish()
    .transform(security => security?.captcha_token ?? ''),
})

const reasons = {
  missing: 'no captcha_token found',
  refused: 'invalid-input-response',
  unreachable: 'provider-unavailable',
}

/** @throws captcha_failed, also while the provider is down; the service key is exempt */
export async function requireHuman(platform: Platform, request: FastifyRequest): Promise<void> {
  if (await isTrusted(platform, request)) return
  const { gotrue_meta_security: token } = check(body, request.body)
  const verdict = await checkHuman(platform, token, request.ip)
  if (verdict !== 'passed') {
    throw refuse('captcha_failed', `captcha protection: request disallowed (${reasons[verdict]})`)
  }
}

async function isTrusted(platform: Platform, request: FastifyRequest): Promise<boolean> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || token === platform.tokens.anonKey) return false
  return (await platform.tokens.verify(token))?.role === 'service_role'
}
