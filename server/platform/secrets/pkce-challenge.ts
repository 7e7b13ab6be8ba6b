import { createHash } from 'node:crypto'

/** S256: base64url without padding (RFC 7636). */
export function pkceChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
