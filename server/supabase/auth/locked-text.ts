import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Readable only with the secret, which is not stored: the database alone reveals nothing. */
export function lockText(text: string, secret: string, purpose: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** @throws Error with another secret or purpose than it was locked with */
export function unlockText(locked: string, secret: string, purpose: string): string {
  const bytes = Buffer.from(locked, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

/** Must differ from the stored hash of the secret. */
function keyOf(secret: string, purpose: string): Buffer {
  return createHash('sha256').update(`${purpose} of ${secret}`).digest()
}
