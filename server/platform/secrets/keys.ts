import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { StartError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { KeyFile } from './signing-keys.ts'

/** Made at the first start in DATA_DIR/keys.json, readable only by its owner. */
export type Keys = {
  signing: KeyFile
  jwtSecret: string
  anonKey: string
  serviceRoleKey: string
  /** Encryption at rest, 32 bytes each, base64: the first locks, all open. Those of the file as it is now. */
  secrets: () => readonly string[]
}

type Given = {
  JWT_SECRET: string
  JWT_KEYS_FILE: string
  SECRETS_KEY: string
  ANON_KEY: string
  SERVICE_ROLE_KEY: string
}

type Stored = { signing: JWK[]; jwtSecret: string; secrets?: string[] }

export async function readKeys(dataDir: string, given: Given): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  const stored = existsSync(file) ? readStored(file) : await makeKeys(file)
  const jwtSecret = given.JWT_SECRET || stored.jwtSecret
  if (!stored.secrets) addSecrets(file, stored)
  return {
    signing: given.JWT_KEYS_FILE ? givenFile(resolve(given.JWT_KEYS_FILE)) : keyFile(file),
    jwtSecret,
    anonKey: given.ANON_KEY || (await makeRoleKey('anon', jwtSecret)),
    serviceRoleKey: given.SERVICE_ROLE_KEY || (await makeRoleKey('service_role', jwtSecret)),
    secrets: secretKeys(file, given.SECRETS_KEY.split(',').filter(Boolean)),
  }
}

/** Rereads a changed file, so that a key that another process put in front opens here at once. */
function secretKeys(file: string, given: readonly string[]): () => readonly string[] {
  const read = () => ({ stamp: stampOf(file), keys: [...given, ...(readStored(file).secrets ?? [])] })
  let held = read()
  return () => {
    try {
      if (stampOf(file) !== held.stamp) held = read()
    } catch {
      // Moved away, or being written: those known before are used.
    }
    return held.keys
  }
}

function stampOf(file: string): string {
  const { mtimeMs, ino, size } = statSync(file)
  return `${mtimeMs} ${ino} ${size}`
}

const maxKeys = 3

/** @returns its name. The two previous keys still verify, so nobody is signed out; servers pick it up within seconds */
export async function rotateKeys(dataDir: string): Promise<string> {
  const file = join(dataDir, 'keys.json')
  const key = await makeSigningKey()
  const stored = readStored(file)
  write(file, { ...stored, signing: [key, ...stored.signing].slice(0, maxKeys) })
  return key.kid
}

/** Puts a new key for encryption at rest in front; the two before it still open what they locked. */
export function addSecretKey(dataDir: string): void {
  const file = join(dataDir, 'keys.json')
  const stored = readStored(file)
  write(file, { ...stored, secrets: [randomBytes(32).toString('base64'), ...(stored.secrets ?? [])].slice(0, maxKeys) })
}

function keyFile(path: string): KeyFile {
  return { path, read: text => (JSON.parse(text) as Stored).signing }
}

function givenFile(path: string): KeyFile {
  if (!existsSync(path)) throw new StartError(`JWT_KEYS_FILE: there is no ${path}.`)
  return {
    path,
    read(text) {
      try {
        const content = JSON.parse(text) as JWK[] | { keys: JWK[] }
        const keys = Array.isArray(content) ? content : content.keys
        if (Array.isArray(keys)) return keys
      } catch {
        // Reported below without the text, which is secret.
      }
      throw new StartError(`JWT_KEYS_FILE: ${path} is not a JSON array of keys.`)
    },
  }
}

async function makeKeys(file: string): Promise<Stored> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 }) // with a database server it does not exist yet
  const keys = {
    signing: [await makeSigningKey()],
    jwtSecret: randomBytes(48).toString('base64url'),
    secrets: [randomBytes(32).toString('base64')],
  }
  write(file, keys)
  return keys
}

function addSecrets(file: string, stored: Stored): void {
  write(file, { ...stored, secrets: [randomBytes(32).toString('base64')] })
}

async function makeSigningKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: newId() }
}

function readStored(file: string): Stored {
  return JSON.parse(readFileSync(file, 'utf8')) as Stored
}

/** Atomic, and never readable by others in between. */
function write(file: string, keys: Stored): void {
  writeFileSync(`${file}.part`, JSON.stringify(keys, null, 1), { mode: 0o600, flush: true })
  chmodSync(`${file}.part`, 0o600)
  renameSync(`${file}.part`, file)
  // What is locked with a new key is lost without it.
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** The two `apikey` values. Deterministic: the same secret gives the same text. */
function makeRoleKey(role: 'anon' | 'service_role', secret: string): Promise<string> {
  return new SignJWT({ role, iss: 'sen' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(1_767_225_600)
    .setExpirationTime(2_082_758_400)
    .sign(new TextEncoder().encode(secret))
}
