import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { newId } from './ids.ts'

/** What this installation keeps secret: made at the first start, in DATA_DIR/keys.json, readable by its owner alone. */
export type Keys = {
  /** Private ES256 keys, the signing one first. */
  signing: JWK[]
  jwtSecret: string
  anonKey: string
  serviceRoleKey: string
}

type Given = { JWT_SECRET: string; ANON_KEY: string; SERVICE_ROLE_KEY: string }

export async function readKeys(dataDir: string, given: Given): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  const stored = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Pick<Keys, 'signing' | 'jwtSecret'>)
    : await makeKeys(file)
  const jwtSecret = given.JWT_SECRET || stored.jwtSecret
  return {
    signing: stored.signing,
    jwtSecret,
    anonKey: given.ANON_KEY || (await makeRoleKey('anon', jwtSecret)),
    serviceRoleKey: given.SERVICE_ROLE_KEY || (await makeRoleKey('service_role', jwtSecret)),
  }
}

async function makeKeys(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 }) // with a database server, nobody has made it yet
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const keys = {
    signing: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: newId() }],
    jwtSecret: randomBytes(48).toString('base64url'),
  }
  writeFileSync(`${file}.part`, JSON.stringify(keys, null, 1), { mode: 0o600, flush: true })
  chmodSync(`${file}.part`, 0o600)
  renameSync(`${file}.part`, file)
  return keys
}

/** The two keys that programs send as `apikey`. They say a role and nothing else; the same secret gives the same text. */
function makeRoleKey(role: 'anon' | 'service_role', secret: string): Promise<string> {
  return new SignJWT({ role, iss: 'sen' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(1_767_225_600)
    .setExpirationTime(2_082_758_400)
    .sign(new TextEncoder().encode(secret))
}
