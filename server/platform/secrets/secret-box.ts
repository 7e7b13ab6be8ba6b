import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Useless to somebody who has only the database. */
export type SecretBox = {
  /** AES-256-GCM. A text moved to another place does not open; `about`: for example 'totp <factor id>'. */
  lock(text: string, about: string): string
  /** @throws Error where the key is missing, the text was changed, or `about` is another */
  open(locked: string, about: string): string
}

/** @param keys 32 bytes each, base64; the first locks, all open, so that a new key can be put in front */
export function makeSecretBox(keys: string[]): SecretBox {
  const held = new Map(keys.map(key => [nameOf(key), Buffer.from(key, 'base64')]))
  const [current] = keys
  if (!current || [...held.values()].some(key => key.length !== 32)) throw new Error('A key for secrets is 32 bytes.')

  return {
    lock(text, about) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(current, 'base64'), nonce).setAAD(Buffer.from(about))
      const bytes = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
      return `${nameOf(current)}.${bytes.toString('base64url')}`
    },
    open(locked, about) {
      const [name = '', body = ''] = locked.split('.')
      const key = held.get(name)
      if (!key) throw new Error(`The key ${name} that locked this secret is not here.`)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

function nameOf(key: string): string {
  return createHash('sha256').update(`name of ${key}`).digest('hex').slice(0, 8)
}
