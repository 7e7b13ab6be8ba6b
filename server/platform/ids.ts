import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

export function newId(): string {
  return v7()
}

/** 32 random bytes, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** One plain hash is enough: secrets have full entropy. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuid.test(text)
}
