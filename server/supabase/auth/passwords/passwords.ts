import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '#server/config.ts'
import { failure } from '#platform/errors.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { refuse } from '../auth-error.ts'
import { isCommonPassword } from './common-passwords.ts'

const hashing = promisify(argon2)
const memory = 19_456
const passes = 2
const tagLength = 32
const maxBytes = 1024
const maxAtOnce = 2
const maxWaiting = 200

export type PasswordRules = Pick<Config, 'AUTH_PASSWORD_MIN_LENGTH' | 'AUTH_COMMON_PASSWORDS'>
export type Weakness = { message: string; reasons: string[] }

export function checkNewPassword(password: string, email: string, rules: PasswordRules): void {
  if (Buffer.byteLength(password) > maxBytes) {
    throw refuse('validation_failed', `Password cannot be longer than ${maxBytes} bytes`)
  }
  const weak = weakness(password, email, rules)
  if (weak) throw refuse('weak_password', weak.message, { reasons: weak.reasons })
}

export function weakness(password: string, email: string, rules: PasswordRules): Weakness | undefined {
  const { AUTH_PASSWORD_MIN_LENGTH: minLength, AUTH_COMMON_PASSWORDS: refusesCommon } = rules
  if ([...password].length < minLength) {
    return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] }
  }
  const plain = fold(password)
  const guessable = (refusesCommon && isCommonPassword(password)) || plain === email || plain === email.split('@')[0]
  if (!guessable) return undefined
  return {
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    reasons: ['pwned'],
  }
}

/** argon2id, off the event loop; Unicode-normalised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt)
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(salt)}$${unpadded(hash)}`
}

/** Constant time. `stored`: undefined for an unknown account, null without a password; neither ever fits. */
export async function passwordFits(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, , , , salt, hash] = (stored ?? '').split('$')
  const known = salt !== undefined && hash !== undefined && Buffer.byteLength(password) <= maxBytes
  const derived = await derive(
    known ? password : 'no such password',
    salt ? Buffer.from(salt, 'base64') : Buffer.alloc(16),
  )
  return known && timingSafeEqual(derived, Buffer.from(hash, 'base64'))
}

let running = 0
const waiting: (() => void)[] = []

/** Two at a time: the thread pool also serves files and DNS, and each hash takes 19 MiB. */
async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) throw failure('server.busy', {}, 2)
    await new Promise<void>(resolve => waiting.push(resolve))
  } else running++
  try {
    return await hashing('argon2id', {
      message: password.normalize('NFC'),
      nonce,
      parallelism: 1,
      tagLength,
      memory,
      passes,
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
