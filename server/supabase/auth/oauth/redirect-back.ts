import { AuthFailure } from '../auth-error.ts'
import { buildRedirect } from '../email-links/build-redirect.ts'

export class ProviderRefusal extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'ProviderRefusal'
    this.error = error
  }
}

/** Sent as OAuth's access_denied. */
const denied = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

/** @throws the error itself where the fault is ours */
export function withError(home: string, error: unknown): string {
  const facts = factsOf(error)
  if (!facts) throw error
  return buildRedirect(home, { query: facts, fragment: { ...facts, sb: '' } })
}

function factsOf(error: unknown): Record<string, string> | undefined {
  if (error instanceof ProviderRefusal) {
    return { error: error.error, error_code: 'bad_oauth_callback', error_description: error.message }
  }
  if (!(error instanceof AuthFailure)) return undefined
  const errorCode = denied.has(error.code) ? 'access_denied' : error.status === 400 ? 'invalid_request' : 'server_error'
  return { error: errorCode, error_code: error.code, error_description: error.message }
}
