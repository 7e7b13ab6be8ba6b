import { createPublicKey } from 'node:crypto'
import { decodeProtectedHeader, importJWK, jwtVerify, type CryptoKey, type JWK, SignJWT } from 'jose'
import type { Clock } from './clock.ts'
import type { Claims } from './database.ts'
import type { Keys } from './keys.ts'
import { makeSeal, type Seal } from './seal.ts'

export type AccessClaims = Claims & { sub: string; session_id: string; email: string; exp: number; aal: string }

export type Tokens = Seal & {
  anonKey: string
  serviceRoleKey: string
  issuer: string
  /** Seconds. */
  life: number
  /** Public keys, for /.well-known/jwks.json. */
  jwks: { keys: JWK[] }
  signAccess(claims: Omit<AccessClaims, 'exp' | 'iat' | 'iss' | 'aud'>): Promise<{ token: string; expiresAt: number }>
  /**
   * Reads any bearer: one of the two keys, or a person's access token. One algorithm per key, keys from configuration alone.
   * @returns undefined when it is not ours, broken or over
   */
  verify(bearer: string): Promise<Claims | undefined>
}

export async function makeTokens(
  keys: Keys,
  settings: { issuer: string; life: number },
  clock: Clock,
): Promise<Tokens> {
  const secret = new TextEncoder().encode(keys.jwtSecret)
  const [current] = keys.signing
  if (!current?.kid) throw new Error('keys.json holds no signing key.')
  const signingKey = await importJWK(current, 'ES256')
  const publicKeys = keys.signing.map(publicPart)
  const verifying = new Map<string, CryptoKey | Uint8Array>()
  for (const key of publicKeys) verifying.set(key.kid ?? '', await importJWK(key, 'ES256'))

  return {
    ...makeSeal(keys.jwtSecret, clock),
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    issuer: settings.issuer,
    life: settings.life,
    jwks: { keys: publicKeys },
    async signAccess(claims) {
      const now = Math.floor(clock.now().getTime() / 1000)
      const expiresAt = now + settings.life
      const token = await new SignJWT({ ...claims, aud: 'authenticated', iss: settings.issuer })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: current.kid as string })
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(signingKey)
      return { token, expiresAt }
    },
    async verify(bearer) {
      try {
        const header = decodeProtectedHeader(bearer)
        const currentDate = clock.now()
        if (header.alg === 'HS256' && header.kid === undefined) {
          const { payload } = await jwtVerify(bearer, secret, {
            algorithms: ['HS256'],
            currentDate,
            requiredClaims: ['exp', 'role'],
          })
          return payload.role === 'anon' || payload.role === 'service_role' ? (payload as Claims) : undefined
        }
        const key = verifying.get(header.kid ?? '')
        if (!key) return undefined
        const { payload } = await jwtVerify(bearer, key, {
          algorithms: ['ES256'],
          issuer: settings.issuer,
          audience: 'authenticated',
          currentDate,
          requiredClaims: ['exp', 'sub', 'session_id', 'role'],
        })
        return payload.role === 'authenticated' ? (payload as Claims) : undefined
      } catch {
        return undefined
      }
    },
  }
}

function publicPart(key: JWK): JWK {
  const { kty, crv, x, y } = createPublicKey({ key: key as never, format: 'jwk' }).export({ format: 'jwk' })
  return { kty, crv, x, y, alg: 'ES256', use: 'sig', key_ops: ['verify'], kid: key.kid } as JWK
}
