import {
  compactVerify,
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  type JWK,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
  SignJWT,
} from 'jose'
import type { Clock } from '../clock.ts'
import type { Claims } from '../sql/database.ts'
import { type Keys, makeRoleKey } from './keys.ts'
import type { Log } from '../log.ts'
import { makeSeal, type Seal } from './seal.ts'
import { openSigningKeys } from './signing-keys.ts'

export type AccessClaims = Claims & { sub: string; session_id: string; email: string; exp: number; aal: string }

export type Tokens = Seal & {
  anonKey: string
  serviceRoleKey: string
  issuer: string
  /** Seconds. */
  life: number
  jwks(): Promise<{ keys: JWK[] }>
  signAccess(claims: Omit<AccessClaims, 'exp' | 'iat' | 'iss' | 'aud'>): Promise<{ token: string; expiresAt: number }>
  /** @returns undefined for a bearer that is not ours, broken or expired */
  verify(bearer: string): Promise<Claims | undefined>
}

const aPerson = ['exp', 'sub', 'session_id', 'role']
const aProgram = ['exp', 'role']

export async function makeTokens(
  keys: Keys,
  settings: { issuer: string; life: number },
  clock: Clock,
  log: Log,
): Promise<Tokens> {
  const secrets = (): readonly string[] => keys.jwtSecrets(clock.now())
  const shared = sharedKeys(secrets)
  const signing = await openSigningKeys(keys.signing, clock, log)

  /** One algorithm per key, whatever the token says; without `kid` only the shared secrets. */
  async function keysFor({ alg, kid }: ProtectedHeaderParameters) {
    if (kid === undefined) return alg === 'HS256' ? shared().map(checks => ({ alg, checks, forPeople: false })) : []
    const key = await signing.find(kid)
    return key ? [{ ...key, forPeople: true }] : []
  }

  const recent = recentlyVerified(clock)
  const roleKey = roleKeys(secrets)

  return {
    ...makeSeal(secrets, clock),
    get anonKey() {
      return keys.anonKey || roleKey('anon')
    },
    get serviceRoleKey() {
      return keys.serviceRoleKey || roleKey('service_role')
    },
    issuer: settings.issuer,
    life: settings.life,
    jwks: async () => ({ keys: await signing.published() }),
    async signAccess(claims) {
      const { alg, kid, secret: signingKey } = await signing.current()
      const now = Math.floor(clock.now().getTime() / 1000)
      const expiresAt = now + settings.life
      const token = await new SignJWT({ ...claims, aud: 'authenticated', iss: settings.issuer })
        .setProtectedHeader({ alg, typ: 'JWT', kid })
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(signingKey)
      return { token, expiresAt }
    },
    async verify(bearer) {
      try {
        const known = recent.find(bearer)
        if (known && (await keysFor(known.header)).some(({ checks }) => checks === known.key)) return known.claims
        const header = decodeProtectedHeader(bearer)
        const key = await signerOf(bearer, await keysFor(header))
        if (!key) return undefined
        const good = { header, key: key.checks }
        const options = { algorithms: [key.alg], currentDate: clock.now() }
        const { role } = decodeJwt(bearer)
        if (role !== 'authenticated') {
          const { payload } = await jwtVerify(bearer, key.checks, { ...options, requiredClaims: aProgram })
          return recent.store(bearer, good, asProgram(payload))
        }
        if (!key.forPeople) return undefined
        const person = { issuer: settings.issuer, audience: 'authenticated', requiredClaims: aPerson }
        const { payload } = await jwtVerify(bearer, key.checks, { ...options, ...person })
        return recent.store(bearer, good, payload as Claims)
      } catch {
        return undefined
      }
    },
  }
}

type Shared = { alg: string; checks: CryptoKey | Uint8Array; forPeople: boolean }

/** Of several the one whose signature it is; a single one is checked with the claims. */
async function signerOf(bearer: string, keys: Shared[]): Promise<Shared | undefined> {
  if (keys.length < 2) return keys[0]
  for (const key of keys) {
    const isSigner = await compactVerify(bearer, key.checks, { algorithms: [key.alg] }).then(
      () => true,
      () => false,
    )
    if (isSigner) return key
  }
  return undefined
}

/** The same object for the same secret: what it has verified is known by it. */
function sharedKeys(read: () => readonly string[]): () => Uint8Array[] {
  const made = new Map<string, Uint8Array>()
  return () =>
    read().map(secret => {
      const key = made.get(secret) ?? new TextEncoder().encode(secret)
      made.set(secret, key)
      return key
    })
}

function roleKeys(read: () => readonly string[]): (role: 'anon' | 'service_role') => string {
  const made = new Map<string, string>()
  return role => {
    const [secret = ''] = read()
    const name = `${role} ${secret}`
    const key = made.get(name) ?? makeRoleKey(role, secret)
    made.set(name, key)
    return key
  }
}

const maxRecent = 1000
const maxRecentLength = 4096

type Good = { header: ProtectedHeaderParameters; key: object }

/** Signatures are the costliest part, and a page sends the same bearer often. Good until it expires or its key is gone. */
function recentlyVerified(clock: Clock) {
  const known = new Map<string, Good & { claims: Claims }>()
  return {
    find(bearer: string): (Good & { claims: Claims }) | undefined {
      const found = known.get(bearer)
      return found && Number(found.claims['exp']) * 1000 > clock.now().getTime() ? found : undefined
    },
    store(bearer: string, good: Good, claims: Claims | undefined): Claims | undefined {
      if (!claims) return undefined
      frozen(claims)
      if (bearer.length > maxRecentLength) return claims
      const [oldest] = known.keys()
      if (known.size >= maxRecent && oldest !== undefined) known.delete(oldest)
      known.set(bearer, { ...good, claims })
      return claims
    },
  }
}

function frozen(value: object): void {
  for (const part of Object.values(Object.freeze(value))) if (typeof part === 'object' && part !== null) frozen(part)
}

/** `supabase_admin` may do what the service role may. */
function asProgram(payload: JWTPayload): Claims | undefined {
  const { role } = payload
  if (role === 'supabase_admin') return { ...payload, role: 'service_role' }
  return role === 'anon' || role === 'service_role' ? { ...payload, role } : undefined
}
