import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

const statusOf = {
  anonymous_provider_disabled: 422,
  bad_code_verifier: 400,
  bad_json: 400,
  bad_jwt: 403,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  captcha_failed: 400,
  conflict: 409,
  current_password_invalid: 400,
  current_password_required: 400,
  email_conflict_identity_not_deletable: 422,
  email_exists: 422,
  email_not_confirmed: 400,
  email_provider_disabled: 422,
  flow_state_expired: 422,
  flow_state_not_found: 404,
  identity_already_exists: 422,
  identity_not_found: 422,
  insufficient_aal: 403,
  invalid_credentials: 400,
  manual_linking_disabled: 404,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_factor_not_found: 404,
  mfa_ip_address_mismatch: 422,
  mfa_phone_enroll_not_enabled: 422,
  mfa_verification_failed: 422,
  mfa_webauthn_enroll_not_enabled: 422,
  no_authorization: 401,
  not_admin: 403,
  not_found: 404,
  otp_disabled: 422,
  otp_expired: 403,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  passkey_disabled: 404,
  phone_provider_disabled: 400,
  provider_email_needs_verification: 422,
  reauthentication_needed: 400,
  reauthentication_not_valid: 422,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  same_password: 422,
  saml_provider_disabled: 404,
  session_expired: 400,
  session_not_found: 403,
  signup_disabled: 422,
  single_identity_not_deletable: 422,
  too_many_enrolled_mfa_factors: 422,
  too_many_passkeys: 422,
  unexpected_failure: 500,
  user_already_exists: 422,
  user_banned: 403,
  user_not_found: 403,
  user_sso_managed: 422,
  validation_failed: 400,
  weak_password: 422,
  web3_provider_disabled: 422,
  webauthn_challenge_expired: 400,
  webauthn_challenge_not_found: 400,
  webauthn_credential_exists: 422,
  webauthn_credential_not_found: 400,
  webauthn_verification_failed: 400,
} as const

export type AuthCode = keyof typeof statusOf

type Extras = { status?: number; reasons?: string[]; retryAfter?: number | undefined }

/** The official client's own codes and texts, in English by protocol. */
export class AuthFailure extends Error {
  readonly code: AuthCode
  readonly status: number
  readonly reasons: string[] | undefined
  readonly retryAfter: number | undefined

  constructor(code: AuthCode, message: string, extras: Extras = {}) {
    super(message)
    this.name = 'AuthFailure'
    this.code = code
    this.status = extras.status ?? statusOf[code]
    this.reasons = extras.reasons
    this.retryAfter = extras.retryAfter
  }
}

export function refuse(code: AuthCode, message: string, extras?: Extras): AuthFailure {
  return new AuthFailure(code, message, extras)
}

const currentVersion = '2024-01-01'

export function speaksCurrentVersion(request: FastifyRequest): boolean {
  const version = request.headers['x-supabase-api-version']
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= currentVersion
}

/** Without this echo the client does not read `code` as a text. */
export function echoVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (speaksCurrentVersion(request)) reply.header('x-supabase-api-version', currentVersion)
}

export function sendAuthError(
  platform: Platform,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asAuthFailure(platform, error, request)
  if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  const weak = refusal.reasons ? { weak_password: { reasons: refusal.reasons } } : {}
  const body = speaksCurrentVersion(request)
    ? { code: refusal.code, message: refusal.message, ...weak }
    : { code: refusal.status, error_code: refusal.code, msg: refusal.message, ...weak }
  return reply.code(refusal.status).header('x-sb-error-code', refusal.code).send(body)
}

/** Never a 5xx for a caller's mistake: the client would retry it for ever. */
function asAuthFailure(platform: Platform, error: unknown, request: FastifyRequest): AuthFailure {
  if (error instanceof AuthFailure) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (error instanceof Failure && error.code === 'server.busy') {
    return refuse('unexpected_failure', error.message, { status: 503, retryAfter: error.retryAfter })
  }
  if (error instanceof Failure && error.status < 500) {
    return refuse('validation_failed', error.message, { status: error.status, retryAfter: error.retryAfter })
  }
  if (code === '55P03' || code === '40P01')
    return refuse('conflict', 'Too many concurrent requests on the same session or user')
  if (code === '57014' || code === '53300') {
    return refuse('unexpected_failure', 'The server is busy, please try again', { status: 503, retryAfter: 2 })
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return refuse('validation_failed', (error as Error).message, { status: statusCode })
  }
  platform.log.error({ id: request.id, error }, 'An unexpected error in sign-in')
  return refuse('unexpected_failure', `Unexpected failure, please check server logs (request ${request.id})`)
}
