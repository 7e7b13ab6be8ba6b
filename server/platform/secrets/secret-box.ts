import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Useless to somebody who has only the database. */
export type SecretBox = {
  /** AES-256-GCM. A text moved to another place does not open; `about`: for example 'totp <factor id>'. */
  lock(text: string, about: string): string
  /** @throws Error where the key is missing, the text was changed, or `about` is another */
  open(locked: string, about: string): string
  /** Names, with which the texts that they locked begin: the one that locks, and older ones that still open. */
  keyNames(): { current: string; older: string[] }
}

/**
 * @param read 32 bytes each, base64; the first locks, all open, so that a new key can be put in front. Asked each time; the same
 * array stands for the same keys
 */
export function makeSecretBox(read: () => readonly string[]): SecretBox {
  let ring = openRing(read())
  const current = (): Ring => {
    const keys = read()
    if (keys !== ring.keys) ring = openRing(keys)
    return ring
  }

  return {
    lock(text, about) {
      const { first, held } = current()
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', held.get(first)!, nonce).setAAD(Buffer.from(about))
      const bytes = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
      return `${first}.${bytes.toString('base64url')}`
    },
    open(locked, about) {
      const [name = '', body = ''] = locked.split('.')
      const key = current().held.get(name)
      if (!key) throw new Error(`The key ${name} that locked this secret is not here.`)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    keyNames() {
      const { first, held } = current()
      return { current: first, older: [...held.keys()].filter(name => name !== first) }
    },
  }
}

type Ring = { keys: readonly string[]; first: string; held: Map<string, Buffer> }

function openRing(keys: readonly string[]): Ring {
  const held = new Map(keys.map(key => [nameOf(key), Buffer.from(key, 'base64')]))
  const [first] = held.keys()
  if (!first || [...held.values()].some(key => key.length !== 32)) throw new Error('A key for secrets is 32 bytes.')
  return { keys, first, held }
}

function nameOf(key: string): string {
  return createHash('sha256').update(`name of ${key}`).digest('hex').slice(0, 8)
}
