import { createPublicKey } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { calculateJwkThumbprint, importJWK, type CryptoKey, type JWK } from 'jose'
import { type Clock, seconds } from '../clock.ts'
import { StartError } from '../errors.ts'
import type { Log } from '../log.ts'

export type KeyFile = { path: string; read(text: string): JWK[] }

type Key = { kid: string; alg: string; signs: boolean; secret: CryptoKey | Uint8Array; checks: CryptoKey | Uint8Array }

export type SigningKeys = {
  current(): Promise<Key>
  find(kid: string): Promise<Key | undefined>
  /** Public halves only; a shared secret has none. */
  published(): Promise<JWK[]>
}

const checkEveryMs = seconds(5)

/** @throws StartError for a bad file; when it changes later it is reread within seconds, and only logged if broken */
export async function openSigningKeys(file: KeyFile, clock: Clock, log: Log): Promise<SigningKeys> {
  let stamp = stampOf(file.path)
  let held = await load(file)
  let checkedAt = clock.now().getTime()

  async function reloadKeys(): Promise<Awaited<ReturnType<typeof load>>> {
    const now = clock.now().getTime()
    if (Math.abs(now - checkedAt) < checkEveryMs) return held
    checkedAt = now
    try {
      const found = stampOf(file.path)
      if (found === stamp) return held
      held = await load(file)
      stamp = found
    } catch (error) {
      log.error({ error }, 'The file of signing keys cannot be read; the keys known before are used')
    }
    return held
  }

  return {
    current: async () => (await reloadKeys()).current,
    find: async kid => (await reloadKeys()).byName.get(kid),
    published: async () => (await reloadKeys()).published,
  }
}

function stampOf(path: string): string {
  const { mtimeMs, ino, size } = statSync(path)
  return `${mtimeMs} ${ino} ${size}`
}

async function load(file: KeyFile): Promise<{ current: Key; byName: Map<string, Key>; published: JWK[] }> {
  const byName = new Map<string, Key>()
  const published: JWK[] = []
  for (const jwk of file.read(readFileSync(file.path, 'utf8'))) {
    const key = await readKey(jwk, file.path)
    if (byName.has(key.kid)) throw new StartError(`${file.path} holds two keys named ${key.kid}.`)
    byName.set(key.kid, key)
    if (jwk.kty !== 'oct')
      published.push({ ...publicPart(jwk), alg: key.alg, use: 'sig', key_ops: ['verify'], kid: key.kid })
  }
  const current = [...byName.values()].find(key => key.signs)
  if (!current) throw new StartError(`${file.path} holds no key that signs.`)
  return { current, byName, published }
}

/** By the key, whatever a token claims. */
function algorithmOf(jwk: JWK): string | undefined {
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256'
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return 'EdDSA'
  if (jwk.kty === 'RSA' && Buffer.from(jwk.n ?? '', 'base64url').length >= 256) return 'RS256'
  if (jwk.kty === 'oct' && Buffer.from(jwk.k ?? '', 'base64url').length >= 32) return 'HS256'
  return undefined
}

async function readKey(jwk: JWK, path: string): Promise<Key> {
  const alg = algorithmOf(jwk)
  if (!alg || (jwk.alg !== undefined && jwk.alg !== alg)) {
    throw new StartError(`${path}: a key is ES256 (P-256), RS256 (2048 bits or more), EdDSA (Ed25519) or HS256.`)
  }
  const { key_ops: uses, ...plain } = jwk
  const isPrivate = jwk.kty === 'oct' || jwk.d !== undefined
  try {
    return {
      kid: jwk.kid ?? (await calculateJwkThumbprint(jwk)),
      alg,
      signs: isPrivate && (uses === undefined || uses.includes('sign')),
      secret: await importJWK(plain, alg),
      checks: await importJWK(jwk.kty === 'oct' ? plain : publicPart(jwk), alg),
    }
  } catch {
    throw new StartError(`${path}: the key ${jwk.kid ?? ''} is not whole.`)
  }
}

function publicPart(jwk: JWK): JWK {
  return createPublicKey({ key: jwk as never, format: 'jwk' }).export({ format: 'jwk' }) as JWK
}
