import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHmac, randomBytes } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { StartError } from '../errors.ts'
import { newId } from '../ids.ts'
import { type Log, silentLog } from '../log.ts'
import type { KeyFile } from './signing-keys.ts'

/** Made at the first start in DATA_DIR/keys.json, readable only by its owner. */
export type Keys = {
  signing: KeyFile
  /** The first signs the programs' keys and seals, all check: those of the file as it is now. */
  jwtSecrets: (now: Date) => readonly string[]
  /** Empty: made from the first of `jwtSecrets`. */
  anonKey: string
  serviceRoleKey: string
  /** Encryption at rest, 32 bytes each, base64: the first locks, all open. Those of the file as it is now. */
  secrets: () => readonly string[]
}

type Given = {
  JWT_SECRET: string
  JWT_SECRET_ALSO: string
  JWT_KEYS_FILE: string
  SECRETS_KEY: string
  ANON_KEY: string
  SERVICE_ROLE_KEY: string
}

type OldSecret = { secret: string; until: string }
type Stored = { signing: JWK[]; jwtSecret: string; oldJwtSecrets?: OldSecret[]; secrets?: string[] }

export async function readKeys(dataDir: string, given: Given, log: Log = silentLog): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  const stored = existsSync(file) ? readStored(file) : await makeKeys(file)
  if (!stored.secrets) addSecrets(file, stored)
  return {
    signing: given.JWT_KEYS_FILE ? givenFile(resolve(given.JWT_KEYS_FILE)) : keyFile(file),
    jwtSecrets: jwtSecrets(file, given, log),
    anonKey: given.ANON_KEY,
    serviceRoleKey: given.SERVICE_ROLE_KEY,
    secrets: secretKeys(file, given.SECRETS_KEY.split(',').filter(Boolean), log),
  }
}

function secretKeys(file: string, given: readonly string[], log: Log): () => readonly string[] {
  return reread(file, stored => [...given, ...(stored.secrets ?? [])], log)
}

/** While several processes change JWT_SECRET one after the other, each takes what the others sign. */
function jwtSecrets(file: string, given: Given, log: Log): Keys['jwtSecrets'] {
  if (given.JWT_SECRET) {
    const secrets = [given.JWT_SECRET, given.JWT_SECRET_ALSO].filter(Boolean)
    return () => secrets
  }
  const stored = reread(file, ({ jwtSecret, oldJwtSecrets = [] }) => ({ jwtSecret, oldJwtSecrets }), log)
  return now => {
    const { jwtSecret, oldJwtSecrets } = stored()
    return [jwtSecret, ...oldJwtSecrets.filter(old => isGood(old, now)).map(({ secret }) => secret)]
  }
}

function isGood({ until }: OldSecret, now: Date): boolean {
  return Date.parse(until) > now.getTime()
}

/** Rereads a changed file, so that a key that another process put in front opens here at once. */
function reread<T>(file: string, pick: (stored: Stored) => T, log: Log): () => T {
  const read = () => ({ stamp: stampOf(file), picked: pick(readStored(file)) })
  let held = read()
  let isReported = false
  return () => {
    try {
      if (stampOf(file) !== held.stamp) held = read()
      isReported = false
    } catch (error) {
      // Asked with each request: once is enough.
      if (!isReported) log.error({ error }, 'The file of keys cannot be read; those known before are used')
      isReported = true
    }
    return held.picked
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

/** Until when secrets before the one that signs are taken. At most two are: checking tries each. */
export function endsOfOldJwtSecrets(dataDir: string, now: Date): string[] {
  const { oldJwtSecrets = [] } = readStored(join(dataDir, 'keys.json'))
  return oldJwtSecrets
    .filter(one => isGood(one, now))
    .map(({ until }) => until)
    .toSorted()
}

/** Puts a new secret of programs' keys and seals in front; what the one before it signed is taken until then. Without an overlap all end. */
export function renewJwtSecret(dataDir: string, until: Date, now: Date): void {
  const file = join(dataDir, 'keys.json')
  const { jwtSecret, oldJwtSecrets = [], ...stored } = readStored(file)
  const all = [{ secret: jwtSecret, until: until.toISOString() }, ...oldJwtSecrets].filter(one => isGood(one, now))
  write(file, { ...stored, jwtSecret: newJwtSecret(), oldJwtSecrets: until > now ? all : [] })
}

/** @returns how many were taken until now */
export function endOldJwtSecrets(dataDir: string): number {
  const file = join(dataDir, 'keys.json')
  const { oldJwtSecrets = [], ...stored } = readStored(file)
  write(file, stored)
  return oldJwtSecrets.length
}

function newJwtSecret(): string {
  return randomBytes(48).toString('base64url')
}

function keyFile(path: string): KeyFile {
  return { path, read: text => parseStored(path, text).signing }
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
    jwtSecret: newJwtSecret(),
    secrets: [randomBytes(32).toString('base64')],
  }
  const made = `${file}.${process.pid}`
  write(made, keys)
  try {
    // Another process of this folder may have made them meanwhile: then those count.
    if (!existsSync(file)) linkSync(made, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') renameSync(made, file) // a file system without links
  } finally {
    rmSync(made, { force: true })
  }
  return readStored(file)
}

function addSecrets(file: string, stored: Stored): void {
  write(file, { ...stored, secrets: [randomBytes(32).toString('base64')] })
}

async function makeSigningKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: newId() }
}

function readStored(file: string): Stored {
  return parseStored(file, readFileSync(file, 'utf8'))
}

function parseStored(file: string, text: string): Stored {
  try {
    return JSON.parse(text) as Stored
  } catch {
    // Its own words would quote the secrets around the fault.
    throw new StartError(`${file} is not JSON.`)
  }
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

/** The two `apikey` values (HS256). Deterministic: the same secret gives the same text. */
export function makeRoleKey(role: 'anon' | 'service_role', secret: string): string {
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { role, iss: 'sen', iat: 1_767_225_600, exp: 2_082_758_400 },
  ]
  const text = parts.map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
