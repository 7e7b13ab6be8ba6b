import { timingSafeEqual } from 'node:crypto'
import { pkceChallenge } from '#platform/secrets/pkce-challenge.ts'
import { optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'

export const pkceFields = { code_challenge: optionalText, code_challenge_method: optionalText }

/**
 * The S256 form, also of a `plain` verifier; undefined if none was sent.
 * @throws validation_failed
 */
export function readChallenge(input: { code_challenge: string; code_challenge_method: string }): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = input
  if (challenge === '' && method === '') return undefined
  if (challenge === '' || method === '') {
    throw refuse('validation_failed', 'PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw refuse('validation_failed', 'code challenge has to be between 43 and 128 valid characters')
  }
  if (/^s256$/i.test(method)) return challenge
  if (/^plain$/i.test(method)) return pkceChallenge(challenge)
  throw refuse('validation_failed', 'code challenge method not supported')
}

export function verifierFits(verifier: string, challenge: string): boolean {
  const [given, expected] = [Buffer.from(pkceChallenge(verifier)), Buffer.from(challenge)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
