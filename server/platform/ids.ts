import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A row id: UUID version 7, so that ids sort by their making. */
export function newId(): string {
  return v7()
}

/** An opaque secret for links and bearers: 32 random bytes, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret. Secrets have full entropy, so one plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuid.test(text)
}
